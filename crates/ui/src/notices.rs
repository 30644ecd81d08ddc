//! Notices: lines at the bottom of the window that go away by themselves.

use std::time::Duration;

use bevy::prelude::*;

use crate::Phrase;
use crate::access::AnnouncedText;
use crate::context::{column, glue_percent_signs};
use crate::panel::Panel;
use crate::screen::Screen;
use crate::theme;

/// A message to the player, in a line that goes away by itself. The words follow when the line is
/// shown, and again when the language changes.
#[derive(Message, Debug, Clone)]
pub struct Notice(pub Phrase);

/// The systems that show notices, within `Update`.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NoticeSystems;

#[derive(Component)]
struct NoticeBar;

/// Phrases of the notices on the screen, each with the time for which it is still shown.
#[derive(Resource, Default)]
pub struct ShownNotices(Vec<(Phrase, Duration)>);

impl ShownNotices {
    /// Returns `true` while no notice is on the screen.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Time for which a notice is shown.
const NOTICE: Duration = Duration::from_secs(6);
pub(super) fn plugin(app: &mut App) {
    app.add_message::<Notice>()
        .init_resource::<ShownNotices>()
        .add_systems(Update, (place_notices, receive_notices, show_notices).chain().in_set(NoticeSystems));
}

/// Makes the node at the bottom in which notices appear.
#[must_use]
pub fn notice_bar() -> impl Bundle {
    (
        NoticeBar,
        AnnouncedText,
        // Of a fixed width, or else the lines of a text that is broken would not be reckoned with.
        Node {
            position_type: PositionType::Absolute,
            left: px(20),
            width: px(760),
            align_items: AlignItems::Start,
            ..column(6)
        },
        GlobalZIndex(90),
        Pickable::IGNORE,
    )
}

/// Pixels at the bottom of the window that notices of three lines take, for screens that leave them
/// free.
pub const NOTICE_ROOM: f32 = 96.0;

/// Returns the distance of the notices from the bottom of the window: what a screen has there to
/// be clicked stays in sight.
const fn notice_bottom(screen: Screen) -> f32 {
    match screen {
        // Above the hint, too, which a notice must not hide.
        Screen::Academy => 124.0,
        Screen::Replay => 104.0,
        Screen::Setup => 140.0,
        Screen::Menu
        | Screen::Battle
        | Screen::Campaigns
        | Screen::Campaign
        | Screen::Files
        | Screen::Join
        | Screen::Lessons
        | Screen::Puzzles
        | Screen::Settings
        | Screen::Editor
        | Screen::Nothing => 16.0,
    }
}

fn place_notices(screen: Res<State<Screen>>, mut bars: Query<&mut Node, With<NoticeBar>>) {
    for mut bar in &mut bars {
        let bottom = px(notice_bottom(*screen.get()));
        if bar.bottom != bottom {
            bar.bottom = bottom;
        }
    }
}

fn receive_notices(
    time: Res<Time<Real>>,
    mut heard: MessageReader<Notice>,
    mut noticed: ResMut<ShownNotices>,
) {
    if noticed.0.is_empty() && heard.is_empty() {
        return;
    }
    let passed = time.delta();
    for (_, left) in &mut noticed.0 {
        *left = left.saturating_sub(passed);
    }
    noticed.0.retain(|(_, left)| *left > Duration::ZERO);
    for Notice(phrase) in heard.read() {
        // Said again, a notice stays longer: copies of it would hide the screen.
        match noticed.0.iter_mut().find(|(shown, _)| shown == phrase) {
            Some((_, left)) => *left = NOTICE,
            None => noticed.0.push((phrase.clone(), NOTICE)),
        }
    }
}

fn show_notices(mut panel: Panel<NoticeBar, Vec<String>>, noticed: Res<ShownNotices>) {
    if !panel.is_shown() {
        return;
    }
    let now: Vec<String> =
        noticed.0.iter().map(|(phrase, _)| panel.ui.texts.phrase_in_words(phrase)).collect();
    panel.refill(now.clone(), |bar, ui| {
        for text in &now {
            bar.spawn((
                Node {
                    max_width: percent(100),
                    padding: UiRect::axes(px(12), px(8)),
                    border: UiRect::left(px(4)),
                    ..default()
                },
                BackgroundColor(theme::RAISED),
                BorderColor::all(theme::ACCENT),
                Pickable::IGNORE,
                children![(
                    Text::new(glue_percent_signs(text)),
                    ui.fonts.regular_style(theme::BODY),
                    TextColor(theme::TEXT),
                    Pickable::IGNORE
                )],
            ));
        }
    });
}

#[cfg(test)]
mod tests {
    use bevy::prelude::*;

    use super::{NOTICE, Notice, ShownNotices, notice_bar, receive_notices};
    use crate::Phrase;

    /// A bar as wide as its text would be as high as one line, however many the text is broken into.
    #[test]
    fn the_bar_of_notices_has_a_width_of_its_own() {
        let mut world = World::new();
        let bar = world.spawn(notice_bar()).id();
        let node = world.get::<Node>(bar).expect("the bar is a node");
        assert!(matches!(node.width, Val::Px(_)) && node.align_items == AlignItems::Start);
    }

    #[test]
    fn a_notice_that_is_said_again_is_shown_once_and_longer() {
        let mut app = App::new();
        app.init_resource::<Time<Real>>()
            .init_resource::<ShownNotices>()
            .add_message::<Notice>()
            .add_systems(Update, receive_notices);
        let say = |app: &mut App, key: &'static str| {
            app.world_mut().write_message(Notice(Phrase::new(key)));
            app.update();
        };
        say(&mut app, "redo");
        app.world_mut().resource_mut::<Time<Real>>().advance_by(NOTICE / 10);
        for key in ["undo", "redo", "redo"] {
            say(&mut app, key);
        }
        let shown = &app.world().resource::<ShownNotices>().0;
        let keys: Vec<_> = shown.iter().map(|(phrase, _)| phrase.clone()).collect();
        assert_eq!(keys, [Phrase::new("redo"), Phrase::new("undo")]);
        assert_eq!(shown[0].1, NOTICE, "said again, it stays as long as a new one");
    }
}
