use super::*;
use crate::palette::{ColourScheme, Palette};

/// Number of pixels of a counter's left edge, where no symbol is, that have the symbol's
/// colour.
fn ink(officer: Option<u8>) -> usize {
    let (rules, palette) = (Ruleset::classic(), Palette::default());
    let counter = Counter { officer, ..Counter::new(&rules, Side::Blue, &rules.units[0]) };
    let colours = &palette.sides[Side::Blue];
    let image = counter.draw_alone(112, colours);
    let bright = |x: u32, y: u32| {
        let at = ((y * image.width + x) * 4) as usize;
        image.rgba[at..at + 3] == colours.ink.0
    };
    (20..25).flat_map(|x| (20..70).map(move |y| (x, y))).filter(|&(x, y)| bright(x, y)).count()
}

/// Number of pixels that cohesion changes on a counter.
fn changed_pixels(cohesion: Option<CounterCohesion>, beside: Option<CounterCohesion>) -> usize {
    let (rules, palette) = (Ruleset::classic(), Palette::default());
    let draw = |cohesion: Option<CounterCohesion>| {
        let counter = Counter { cohesion, ..Counter::new(&rules, Side::Red, &rules.units[1]) };
        counter.draw_alone(112, &palette.sides[Side::Red])
    };
    different_pixels(&draw(cohesion), &draw(beside))
}

fn different_pixels(one: &Image, other: &Image) -> usize {
    one.rgba.chunks(4).zip(other.rgba.chunks(4)).filter(|(one, other)| one != other).count()
}

/// On a counter of 40 pixels the sign has a dozen dark pixels that a counter without it has not, in every
/// palette and for either side.
#[test]
fn a_unit_without_supplies_has_a_sign_where_no_number_is() {
    let rules = Ruleset::classic();
    for scheme in ColourScheme::ALL {
        let palette = Palette::from_scheme(scheme);
        for side in Side::BOTH {
            let supplied = Counter::new(&rules, side, &rules.units[1]);
            let without = Counter { unsupplied: true, ..supplied.clone() };
            let draw = |counter: &Counter, width| counter.draw_alone(width, &palette.sides[side]);
            for (width, least) in [(40, 40), (112, 300)] {
                let changed = different_pixels(&draw(&supplied, width), &draw(&without, width));
                assert!(changed > least, "{scheme:?}: {side} at {width}: {changed}");
            }
            // Too small for a sign.
            assert_eq!(different_pixels(&draw(&supplied, 12), &draw(&without, 12)), 0);
        }
    }
}

/// Each level of entrenchment, the ball and the hammer can be seen in every palette, for either side and every facing.
#[test]
fn entrenchment_kept_fire_and_works_can_be_seen() {
    let rules = Ruleset::classic();
    for scheme in ColourScheme::ALL {
        let palette = Palette::from_scheme(scheme);
        for side in Side::BOTH {
            for facing in Direction::ALL.map(Some).into_iter().chain([None]) {
                let plain =
                    Counter { facing, unsupplied: true, ..Counter::new(&rules, side, &rules.units[0]) };
                let draw = |dug_in: (u8, u8), ready: bool, width| {
                    Counter { dug_in, ready, ..plain.clone() }.draw_alone(width, &palette.sides[side])
                };
                for (width, least) in [(40, 8), (112, 60)] {
                    let levels = [0, 1, 2, 3].map(|level| draw((level, 3), false, width));
                    for (place, one) in levels.iter().enumerate() {
                        for other in &levels[..place] {
                            let changed = different_pixels(other, one);
                            assert!(changed >= least, "{scheme:?}: {side} {facing:?} {width}: {changed}");
                        }
                    }
                    let changed = different_pixels(&levels[0], &draw((0, 3), true, width));
                    assert!(changed >= 2 * least, "{scheme:?}: {side} {facing:?} {width}: {changed}");
                    let [rests, works] = [false, true].map(|works| {
                        let counter = Counter { works, ready: true, ..plain.clone() };
                        counter.draw_alone(width, &palette.sides[side])
                    });
                    let changed = different_pixels(&rests, &works);
                    assert!(changed >= 2 * least, "{scheme:?}: {side} {facing:?} {width}: {changed}");
                }
                // Too small for a sign.
                assert_eq!(different_pixels(&draw((0, 3), false, 12), &draw((3, 3), true, 12)), 0);
            }
        }
    }
}

/// Each wedge covers pixels that no other does, in every palette and for either side, with and without
/// the other signs.
#[test]
fn a_wedge_says_which_way_a_unit_faces() {
    let rules = Ruleset::classic();
    for scheme in ColourScheme::ALL {
        let palette = Palette::from_scheme(scheme);
        for (side, officer, unsupplied) in
            [(Side::Red, None, false), (Side::Blue, Some(6), true), (Side::Red, Some(3), true)]
        {
            let plain = Counter { officer, unsupplied, ..Counter::new(&rules, side, &rules.units[1]) };
            let draw = |facing: Option<Direction>, width| {
                Counter { facing, ..plain.clone() }.draw_alone(width, &palette.sides[side])
            };
            for (width, least) in [(40, 30), (112, 200)] {
                let all: Vec<Image> = Direction::ALL.into_iter().map(|way| draw(Some(way), width)).collect();
                for (place, one) in all.iter().enumerate() {
                    let changed = different_pixels(&draw(None, width), one);
                    assert!(changed > least, "{scheme:?}: {side} at {width}: {changed}");
                    for other in &all[..place] {
                        let changed = different_pixels(other, one);
                        assert!(changed > least, "{scheme:?}: {side} at {width}: {changed}");
                    }
                }
            }
            // Too small for a sign.
            assert_eq!(different_pixels(&draw(None, 12), &draw(Some(Direction::N), 12)), 0);
        }
    }
}

#[test]
fn cohesion_is_a_bar_and_what_is_wrong_with_it_a_mark() {
    let steady = |permille| Some(CounterCohesion { permille, steadiness: Steadiness::Steady });
    let with = |steadiness| Some(CounterCohesion { permille: 300, steadiness });
    assert_eq!(changed_pixels(None, None), 0);
    let less: Vec<usize> =
        [900, 600, 300, 0].map(|permille| changed_pixels(steady(1000), steady(permille))).into();
    assert!(less[0] > 0 && less.is_sorted_by(|less, more| less < more), "{less:?}");
    let mark = changed_pixels(steady(300), with(Steadiness::Wavering));
    let crack = changed_pixels(steady(300), with(Steadiness::Broken));
    assert!(mark > 100 && crack > 100, "{mark} and {crack}");
    assert!(changed_pixels(with(Steadiness::Wavering), with(Steadiness::Broken)) > 100);
}

#[test]
fn bars_say_how_high_an_officer_ranks() {
    assert_eq!(ink(None), 0);
    let ranks: Vec<usize> = (1..=7).map(|rank| ink(Some(rank))).collect();
    assert!(ranks[0] > 0 && ranks.is_sorted_by(|lower, higher| lower < higher), "{ranks:?}");
    assert!(ink(Some(0)) > 0);
    assert_eq!(ink(Some(200)), ranks[6], "no more than fit");
}
