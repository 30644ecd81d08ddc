//! The lessons that come with the program.

use hotgates_analysis::PuzzleTheme;
use hotgates_engine::{Arm, Coord, FacingRule, MapFile, Ruleset, Scenario, Side};

use crate::task::{LessonTask, LessonView};

/// A lesson.
#[derive(Debug, Clone, Copy)]
pub struct Lesson {
    /// Short name, by which it is written down that the lesson has been won.
    pub key: &'static str,
    /// Key of the title.
    pub title_key: &'static str,
    /// Key of what the lesson teaches.
    pub about_key: &'static str,
    /// Key of what is said when the battle is lost.
    pub lost_key: &'static str,
    /// The player's side.
    pub side: Side,
    /// Name of the commander of the other side.
    pub enemy: &'static str,
    /// Steps, in order; the last one is [`LessonTask::Over`].
    pub steps: &'static [LessonStep],
    /// Theme of the puzzle at its end.
    pub puzzle: PuzzleTheme,
    map: &'static str,
    /// Changes of the classic ruleset.
    rules: fn(&mut Ruleset),
}

/// A step of a lesson.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LessonStep {
    /// Key of the words that explain it.
    pub text_key: &'static str,
    /// The task.
    pub task: LessonTask,
}

impl Lesson {
    /// Returns the battle of the lesson.
    ///
    /// # Panics
    /// Never: a test reads every map.
    #[must_use]
    pub fn scenario(&self) -> Scenario {
        let mut scenario = Scenario::classic(MapFile::from_ron(self.map).expect("maps of lessons are sound"));
        (self.rules)(&mut scenario.rules);
        scenario
    }
}

/// Returns every lesson, the easiest first.
#[must_use]
pub const fn all_lessons() -> &'static [Lesson] {
    &LESSONS
}

const fn step(text_key: &'static str, task: LessonTask) -> LessonStep {
    LessonStep { text_key, task }
}

/// The armies of a lesson may meet at once.
fn meet_at_once(rules: &mut Ruleset) {
    rules.setup.distance = 0;
}

fn see_and_face(rules: &mut Ruleset) {
    meet_at_once(rules);
    rules.options.fog_of_war = true;
    rules.options.facing = Some(FacingRule::default());
}

const LESSONS: [Lesson; 6] = [
    Lesson {
        key: "first",
        title_key: "lesson-first",
        about_key: "lesson-first-about",
        lost_key: "tutorial-lost",
        side: Side::Blue,
        enemy: "hunter:captain",
        puzzle: PuzzleTheme::Strike,
        map: include_str!("../assets/first_pass.ron"),
        rules: |_| {},
        steps: &[
            step("tutorial-select", LessonTask::Select),
            step("tutorial-move", LessonTask::StandOn(&[Coord { col: 6, row: 8 }])),
            step("tutorial-hint", LessonTask::AskHint),
            step("tutorial-follow", LessonTask::GiveOrder),
            step("tutorial-end-turn", LessonTask::EndTurn),
            step("tutorial-attack", LessonTask::Attack),
            step("tutorial-look", LessonTask::LookAt(&[LessonView::Threat, LessonView::Chokes])),
            step("tutorial-hold", LessonTask::Fight),
            step("tutorial-over", LessonTask::Over),
        ],
    },
    Lesson {
        key: "roads",
        title_key: "lesson-roads",
        about_key: "lesson-roads-about",
        lost_key: "roads-lost",
        side: Side::Red,
        enemy: "hunter:captain",
        puzzle: PuzzleTheme::March,
        map: include_str!("../assets/long_road.ron"),
        rules: meet_at_once,
        steps: &[
            step("roads-select", LessonTask::Select),
            step("roads-look", LessonTask::LookAt(&[LessonView::Costs])),
            step("roads-march", LessonTask::March),
            step("roads-end-turn", LessonTask::EndTurn),
            step("roads-fight", LessonTask::Fight),
            step("roads-over", LessonTask::Over),
        ],
    },
    Lesson {
        key: "guns",
        title_key: "lesson-guns",
        about_key: "lesson-guns-about",
        lost_key: "guns-lost",
        side: Side::Blue,
        enemy: "hunter:captain",
        puzzle: PuzzleTheme::GunsFirst,
        map: include_str!("../assets/guns_first.ron"),
        rules: meet_at_once,
        steps: &[
            step("guns-wait", LessonTask::EndTurn),
            step("guns-fire", LessonTask::AttackWith(Arm::Artillery)),
            step("guns-together", LessonTask::AttackTogether(2)),
            step("guns-fight", LessonTask::Fight),
            step("guns-over", LessonTask::Over),
        ],
    },
    Lesson {
        key: "pass",
        title_key: "lesson-pass",
        about_key: "lesson-pass-about",
        lost_key: "pass-lost",
        side: Side::Blue,
        enemy: "hunter:captain",
        puzzle: PuzzleTheme::Guard,
        map: include_str!("../assets/two_gaps.ron"),
        rules: meet_at_once,
        steps: &[
            step("pass-look", LessonTask::LookAt(&[LessonView::Chokes])),
            step("pass-stand", LessonTask::StandOn(&[Coord { col: 4, row: 5 }, Coord { col: 10, row: 5 }])),
            step("pass-end-turn", LessonTask::EndTurn),
            step("pass-fight", LessonTask::Fight),
            step("pass-over", LessonTask::Over),
        ],
    },
    Lesson {
        key: "field",
        title_key: "lesson-field",
        about_key: "lesson-field-about",
        lost_key: "field-lost",
        side: Side::Red,
        enemy: "hunter:captain",
        puzzle: PuzzleTheme::Converge,
        map: include_str!("../assets/three_on_one.ron"),
        rules: meet_at_once,
        steps: &[
            step("field-plan", LessonTask::PlanTogether(2)),
            step("field-carry-out", LessonTask::AttackTogether(2)),
            step("field-fight", LessonTask::Fight),
            step("field-over", LessonTask::Over),
        ],
    },
    Lesson {
        key: "flanks",
        title_key: "lesson-flanks",
        about_key: "lesson-flanks-about",
        lost_key: "flanks-lost",
        side: Side::Red,
        enemy: "warden:captain",
        puzzle: PuzzleTheme::StrikeAndWithdraw,
        map: include_str!("../assets/behind_them.ron"),
        rules: see_and_face,
        steps: &[
            step("flanks-sight", LessonTask::Sight),
            step("flanks-attack", LessonTask::AttackFlank),
            step("flanks-fight", LessonTask::Fight),
            step("flanks-over", LessonTask::Over),
        ],
    },
];
