//! Explanations in the academy: signs, words, and buttons that are off or stop something.

use bevy::ui::InteractionDisabled;
use hotgates_frontend::ui::{MessageOnClick, Tooltip};

use super::*;

/// The tower's signs and the words of the river's search are explained beside them, and a number says what it
/// counts.
#[test]
fn signs_and_words_are_explained_beside_the_search() {
    let mut app = academy();
    app.update();
    let words = shown(&mut app);
    for wanted in ["What the words mean", "3P2DL means 3 priests", "the frontier", "from which all actions"] {
        assert!(words.contains(wanted), "{wanted}: {words}");
    }
    assert!(!words.contains("What the signs mean"), "{words}");
    search(&mut app, 0);
    app.update();
    let mut tips = app.world_mut().query::<&Tooltip>();
    let counted = "different states that the search has met";
    assert!(tips.iter(app.world()).any(|tip| tip.0 == counted), "the number of states seen says what it is");

    send(&mut app, [AcademyAction::Open(AcademyGame::Tower)]);
    app.update();
    let words = shown(&mut app);
    for wanted in ["What the signs mean", "takes a key of its colour", "coins buy strength", "∞"] {
        assert!(words.contains(wanted), "{wanted}: {words}");
    }
    assert!(!words.contains("What the words mean"), "{words}");
}

/// Returns `true` if the button of an action is off.
fn is_off(app: &mut App, action: AcademyAction) -> bool {
    let mut buttons = app.world_mut().query::<(&MessageOnClick<AcademyAction>, Has<InteractionDisabled>)>();
    let found = buttons.iter(app.world()).find(|(on_click, _)| on_click.0 == action);
    found.expect("a button of the action").1
}

#[test]
fn buttons_of_the_academy_that_would_do_nothing_are_off() {
    let mut app = academy();
    app.update();
    assert!(is_off(&mut app, AcademyAction::Undo), "nothing has been done yet");
    send(&mut app, [step(RiverStep::Board(PersonKind::Devil))]);
    app.update();
    assert!(!is_off(&mut app, AcademyAction::Undo));
    let [fewer, more] = [-1, 1].map(|by| AcademyAction::River(RiverAction::Boat(by)));
    assert!(!is_off(&mut app, fewer) && !is_off(&mut app, more), "two seats");
    send(&mut app, [fewer]);
    app.update();
    assert!(is_off(&mut app, fewer) && !is_off(&mut app, more), "a boat without seats is none");

    let [fewer, more] = [-1, 1].map(|by| AcademyAction::Tower(TowerAction::Floors(by)));
    send(&mut app, [AcademyAction::Open(AcademyGame::Tower)]);
    app.update();
    assert!(is_off(&mut app, fewer) && !is_off(&mut app, more), "one floor");
    send(&mut app, [more; 3]);
    app.update();
    assert!(!is_off(&mut app, fewer) && is_off(&mut app, more), "four floors");
    for game in [AcademyGame::TicTacToe, AcademyGame::Tower, AcademyGame::Ways] {
        send(&mut app, [AcademyAction::Open(game)]);
        app.update();
        assert!(is_off(&mut app, AcademyAction::Undo), "{game:?}");
    }
}

/// Two searches run from two buttons: each says what it stops.
#[test]
fn what_a_button_stops_is_said() {
    let mut app = academy();
    // A great crossing, for which a search forgets where it has been: it goes on for many frames.
    let sizes = [RiverAction::Priests(30), RiverAction::Devils(30), RiverAction::Boat(2)];
    send(&mut app, sizes.map(AcademyAction::River));
    let steps = AcademyAction::River(RiverAction::Grain(ActionSize::Steps));
    send(&mut app, [steps, AcademyAction::Method(6), AcademyAction::Search]);
    app.update();
    let words = shown(&mut app);
    assert!(words.contains("Stop searching") && !words.contains("Stop comparing"), "{words}");
    send(&mut app, [AcademyAction::Search]);
}
