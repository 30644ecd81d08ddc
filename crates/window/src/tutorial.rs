//! The first battle: a small one that explains itself step by step, each of which is over when the
//! player has done it.

use bevy::prelude::*;
use hotgates_engine::{BySide, Cell, Coord, MapFile, Order, Scenario, Side};

use crate::battle::playback::Playback;
use crate::battle::session::Seat;
use crate::battle::{BattleSystems, Game, Pointed, StartBattle, fighting};
use crate::insight::{Advice, Insight, Layer};
use hotgates_ui::screen::Screen;
use hotgates_ui::{Kit, column, emits, panel, refill, row, theme};

const MAP: &str = include_str!("../assets/tutorial.ron");
/// The hex that bars the pass.
const PASS: Coord = Coord { col: 6, row: 8 };

/// What the player is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Select a unit.
    Select,
    /// Move into the pass.
    Move,
    /// Ask for a hint.
    Hint,
    /// Follow it.
    Follow,
    /// End the turn.
    EndTurn,
    /// Attack after a look at the odds.
    Attack,
    /// Look at an overlay.
    Look,
    /// Hold the pass until the battle is over.
    Hold,
    /// Nothing more.
    Over,
}

impl Step {
    /// All of them, in order.
    pub const ALL: [Self; 9] = [
        Self::Select,
        Self::Move,
        Self::Hint,
        Self::Follow,
        Self::EndTurn,
        Self::Attack,
        Self::Look,
        Self::Hold,
        Self::Over,
    ];

    /// Which step it is, counted from 0.
    fn place(self) -> usize {
        Self::ALL.iter().position(|&step| step == self).unwrap_or(0)
    }

    const fn key(self) -> &'static str {
        match self {
            Self::Select => "tutorial-select",
            Self::Move => "tutorial-move",
            Self::Hint => "tutorial-hint",
            Self::Follow => "tutorial-follow",
            Self::EndTurn => "tutorial-end-turn",
            Self::Attack => "tutorial-attack",
            Self::Look => "tutorial-look",
            Self::Hold => "tutorial-hold",
            Self::Over => "tutorial-over",
        }
    }
}

/// The explanations of the first battle: always there, and silent except in that battle.
#[derive(Resource, Debug, Default)]
pub struct Tutorial {
    under_way: Option<UnderWay>,
}

/// A step that is being explained.
#[derive(Debug, Clone, Copy)]
struct UnderWay {
    step: Step,
    /// Number of orders that had been given when the step began.
    orders: usize,
}

/// What its buttons and the menu say.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum TutorialAction {
    /// Begin.
    Begin,
    /// On to the next step without doing this one.
    Next,
    /// No more explanations; the battle goes on.
    Close,
}

#[derive(Component)]
struct Lesson;

pub(crate) fn plugin(app: &mut App) {
    emits::<TutorialAction>(app);
    app.init_resource::<Tutorial>()
        .add_systems(Update, begin.in_set(BattleSystems::Input))
        .add_systems(
            Update,
            (settle, act, go_on, point, show).chain().in_set(BattleSystems::Panels).run_if(fighting),
        )
        .add_systems(OnExit(Screen::Battle), leave);
}

fn leave(mut tutorial: ResMut<Tutorial>, mut pointed: ResMut<Pointed>) {
    tutorial.under_way = None;
    pointed.0.clear();
}

/// The battle of the tutorial: a person holds a pass.
#[must_use]
pub fn scenario() -> Scenario {
    Scenario::classic(MapFile::from_ron(MAP).expect("our own file is sound: a test reads it"))
}

fn begin(
    mut tutorial: ResMut<Tutorial>,
    mut actions: MessageReader<TutorialAction>,
    mut starts: MessageWriter<StartBattle>,
) {
    if !actions.read().any(|action| *action == TutorialAction::Begin) {
        return;
    }
    let red = Seat::Computer("hunter:captain".to_owned());
    let seats = BySide { red, blue: Seat::Human };
    starts.write(StartBattle { scenario: scenario(), seats });
    tutorial.under_way = Some(UnderWay { step: Step::Select, orders: 0 });
}

/// The units stand where they should: arranging them comes in other battles.
fn settle(tutorial: Res<Tutorial>, mut game: ResMut<Game>) {
    if tutorial.step().is_some() && game.deploying {
        game.deploying = false;
    }
}

fn act(mut actions: MessageReader<TutorialAction>, mut tutorial: ResMut<Tutorial>, game: Res<Game>) {
    for action in actions.read() {
        match action {
            TutorialAction::Begin => {}
            TutorialAction::Next => tutorial.explain_next(&game),
            TutorialAction::Close => tutorial.under_way = None,
        }
    }
}

impl Tutorial {
    /// The step that is being explained; none outside the first battle, and none after its
    /// explanations were closed.
    #[must_use]
    pub fn step(&self) -> Option<Step> {
        self.under_way.map(|now| now.step)
    }

    fn explain_next(&mut self, game: &Game) {
        let Some(now) = &mut self.under_way else { return };
        now.step = Step::ALL[(now.step.place() + 1).min(Step::ALL.len() - 1)];
        now.orders = game.session.deeds().len();
        info!("tutorial: {:?}", now.step);
    }
}

impl UnderWay {
    /// Returns `true` if the player has done what the step asks for.
    fn is_done(self, game: &Game, playback: &Playback, advice: &Advice, insight: &Insight) -> bool {
        let (session, battle) = (&game.session, game.session.battle());
        let deeds = &session.deeds()[self.orders.min(session.deeds().len())..];
        let mine = |side: Side| side == Side::Blue;
        let over = battle.verdict().is_some();
        match self.step {
            Step::Select => {
                session.human_to_move()
                    && game.selection.unit().is_some_and(|unit| mine(battle.info(unit).side))
            }
            Step::Move => {
                let holder = battle.grid().at(PASS).and_then(|cell| battle.at(cell));
                holder.is_some_and(|unit| mine(battle.info(unit).side))
            }
            Step::Hint => advice.hint.is_some(),
            Step::Follow => deeds.iter().any(|deed| mine(deed.side)),
            Step::EndTurn => battle.turn() > 1 && session.human_to_move() && playback.is_idle(),
            Step::Attack => {
                deeds.iter().any(|deed| mine(deed.side) && matches!(deed.order, Order::Attack { .. }))
            }
            Step::Look => {
                matches!(insight.layer, Some(Layer::Threat | Layer::Chokes)) && insight.seen.is_some()
            }
            Step::Hold => over && playback.is_idle(),
            Step::Over => false,
        }
    }
}

fn go_on(
    mut tutorial: ResMut<Tutorial>,
    game: Res<Game>,
    playback: Res<Playback>,
    advice: Res<Advice>,
    insight: Res<Insight>,
) {
    let Some(now) = tutorial.under_way else { return };
    // Whoever wins before the last step has seen enough.
    let over = game.session.battle().verdict().is_some() && playback.is_idle() && now.step != Step::Over;
    if now.is_done(&game, &playback, &advice, &insight) || over {
        tutorial.explain_next(&game);
    }
}

/// Points out the hex that the step is about.
fn point(tutorial: Res<Tutorial>, game: Res<Game>, mut pointed: ResMut<Pointed>) {
    let battle = game.session.battle();
    let cells: Vec<Cell> = match tutorial.step() {
        Some(Step::Select) => battle.living(Side::Blue).take(1).map(|unit| battle.unit(unit).cell).collect(),
        Some(Step::Move) => battle.grid().at(PASS).into_iter().collect(),
        Some(Step::Attack) => {
            let holder = battle.grid().at(PASS).and_then(|cell| battle.at(cell));
            holder.map(|unit| battle.unit(unit).cell).into_iter().collect()
        }
        _ => Vec::new(),
    };
    pointed.set_if_neq(Pointed(cells));
}

fn show(
    mut commands: Commands,
    kit: Kit,
    tutorial: Res<Tutorial>,
    game: Res<Game>,
    node: Query<Entity, With<Lesson>>,
) {
    let Some(step) = tutorial.step() else {
        return node.iter().for_each(|entity| commands.entity(entity).despawn());
    };
    let entity = node.iter().next().unwrap_or_else(|| {
        let place = Node {
            position_type: PositionType::Absolute,
            right: px(314),
            bottom: px(10),
            width: px(400),
            ..column(0)
        };
        commands.spawn((Lesson, DespawnOnExit(Screen::Battle), place, Pickable::IGNORE)).id()
    });
    if !node.is_empty() && !tutorial.is_changed() && !kit.texts.is_changed() {
        return;
    }
    let won = game.session.battle().verdict().and_then(|verdict| verdict.winner) == Some(Side::Blue);
    refill(&mut commands, entity, |list| {
        list.spawn(panel(column(8))).with_children(|panel| {
            let values = [("step", (step.place() + 1).into()), ("of", Step::ALL.len().into())];
            panel.spawn(kit.strong(kit.texts.with("tutorial-title", &values), theme::BODY, theme::ACCENT));
            let key = if step == Step::Over && !won { "tutorial-lost" } else { step.key() };
            panel.spawn(kit.words(kit.text(key), theme::BODY, theme::TEXT));
            panel.spawn(row(8)).with_children(|line| {
                if step != Step::Over {
                    line.spawn(kit.small_button(kit.text("tutorial-next"), TutorialAction::Next));
                }
                line.spawn(kit.small_button(kit.text("close"), TutorialAction::Close));
            });
        });
    });
}
