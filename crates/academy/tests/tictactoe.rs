//! Tic-tac-toe: known numbers, proofs over all replies, and matches that repeat.

use hotgates_academy::tictactoe::{
    Board, BoardCell, BoardPlayer, BoardRules, CellThoughts, CoefficientPairSurvey, Coefficients,
    GameSampler, Mark, OpponentReplies, PerfectPlayer, TicTacToeError, TicTacToeGame, TieRule, TuneOptions,
    count_lines, count_positions, play_match, survey_coefficient_pairs, tune_coefficients,
};
use hotgates_search::{GameEnding, GameValue, Limits};

#[test]
fn the_known_numbers_of_three_by_three() {
    let counts = count_positions(&BoardRules::classic(), 100_000).expect("a small game");
    assert_eq!(counts.positions, 5_478);
    assert_eq!(counts.up_to_symmetry, 765);
    assert_eq!(counts.games, 255_168);
    assert_eq!(counts.fillings, 19_683);
    println!("{counts:?}");
    // 958 of the 5,478 have ended.
    assert_eq!(counts.for_crosses + counts.for_noughts, 5_478 - 958);
    assert_eq!(counts.smallest_table, 765 - 138);
}

fn value(rules: &BoardRules, board: &str) -> GameValue {
    let board = rules.parse_board(board).expect("a position");
    PerfectPlayer::new(rules)
        .expect("a small board")
        .best_play_value(rules, &board, &Limits::without_limits())
        .expect("no limit")
}

#[test]
fn perfect_play_draws_and_its_table_is_small() {
    let rules = BoardRules::classic();
    let mut perfect = PerfectPlayer::new(&rules).expect("a small board");
    let value =
        perfect.best_play_value(&rules, &rules.empty_board(), &Limits::without_limits()).expect("no limit");
    assert_eq!(value, GameValue { ending: GameEnding::Draw, plies: 9 });
    assert_eq!(perfect.statistics().seen, 765 - 138, "every position that has not ended, once");
}

#[test]
fn a_corner_answered_by_an_edge_is_lost() {
    let rules = BoardRules::classic();
    assert_eq!(value(&rules, "x o . . . . . . .").ending, GameEnding::Win);
    assert_eq!(value(&rules, "x . . . o . . . .").ending, GameEnding::Draw);
    assert_eq!(value(&rules, "x x . o o . . . ."), GameValue { ending: GameEnding::Win, plies: 1 });
}

#[test]
fn bigger_boards_end_as_known() {
    for (columns, rows, row, ending) in [
        (4, 3, 3, GameEnding::Win),
        (4, 4, 3, GameEnding::Win),
        (4, 4, 4, GameEnding::Draw),
        (3, 2, 3, GameEnding::Draw),
        (2, 2, 2, GameEnding::Win),
        (1, 1, 1, GameEnding::Win),
    ] {
        let rules = BoardRules::new(columns, rows, row).expect("a possible board");
        let mut perfect = PerfectPlayer::new(&rules).expect("a small board");
        let value = perfect
            .best_play_value(&rules, &rules.empty_board(), &Limits::without_limits())
            .expect("no limit");
        assert_eq!(value.ending, ending, "{columns} x {rows}, {row}");
    }
}

/// Follows a perfect player through every reply of the other side, whoever begins.
fn never_loses(rules: &BoardRules, perfect: &mut PerfectPlayer, game: &mut TicTacToeGame, side: Mark) -> u64 {
    if game.is_over() {
        assert_ne!(game.winner(), Some(side.other_mark()), "{}", rules.board_as_text(game.board()));
        return 1;
    }
    let cells = if game.board().side_to_move() == side {
        perfect.best_moves(rules, game.board(), &Limits::without_limits()).expect("no limit")
    } else {
        game.legal_steps()
    };
    let mut lines = 0;
    for cell in cells {
        game.mark_cell(cell).expect("a legal step");
        lines += never_loses(rules, perfect, game, side);
        game.undo_move();
    }
    lines
}

#[test]
fn the_perfect_player_never_loses_whatever_the_other_side_does() {
    let rules = BoardRules::classic();
    let mut perfect = PerfectPlayer::new(&rules).expect("a small board");
    for side in [Mark::Crosses, Mark::Noughts] {
        let lines = never_loses(&rules, &mut perfect, &mut TicTacToeGame::new(rules.clone()), side);
        assert!(lines > 500, "{lines} lines");
    }
}

#[test]
fn perfect_against_perfect_always_draws() {
    let rules = BoardRules::classic();
    let mut a = BoardPlayer::perfect_player(&rules).expect("a small board");
    let mut b = BoardPlayer::perfect_player(&rules).expect("a small board");
    let report = play_match(&rules, &mut a, &mut b, 200, 1, None, &mut |_, _| {}).expect("a match");
    assert_eq!((report.a_wins, report.b_wins, report.draws), (0, 0, 200));
}

#[test]
fn the_player_of_the_lesson_loses_most_lines_to_a_best_playing_opponent() {
    let rules = BoardRules::classic();
    for side in [Mark::Crosses, Mark::Noughts] {
        for ties in [TieRule::First, TieRule::Dice] {
            let tally = count_lines(&rules, &Coefficients::LESSON, ties, side, OpponentReplies::Best)
                .expect("a small board");
            assert!(tally.lost * 100 >= 74 * tally.line_count(), "{side:?}, {ties:?}: {tally:?}");
            assert_eq!(tally.won, 0, "{side:?}, {ties:?}");
        }
    }
}

#[test]
fn no_coefficients_never_lose_and_the_nearest_come_near() {
    let survey = survey_coefficient_pairs(true, TieRule::First).expect("3 x 3");
    assert_eq!(survey.classes, 353);
    assert_eq!(survey.never_lose, []);
    no_order_saves(&survey);
    assert_eq!(survey.nearest, Coefficients::TUNED_FOR_THREE);
    assert_eq!((survey.nearest_first.lost, survey.nearest_first.line_count()), (0, 75));
    assert_eq!((survey.nearest_second.lost, survey.nearest_second.line_count()), (14, 641));
}

/// Two pairs leave so much to ties that the right one each time would save them: but no order of
/// the cells is right each time. A corner has to come first after the centre, and an edge after two
/// opposite corners.
fn no_order_saves(survey: &CoefficientPairSurvey) {
    let pairs: Vec<_> = survey.safe_with_some_ties.iter().map(|one| (one.own, one.theirs)).collect();
    assert_eq!(pairs, [(0, 0), (1, 0)]);
    for coefficients in &survey.safe_with_some_ties {
        assert!(!some_order_is_safe(
            coefficients,
            Mark::Noughts,
            vec![BoardRules::classic().empty_board()],
            [0; 9]
        ));
    }
}

#[test]
fn a_first_player_is_saved_by_some_order_of_the_cells() {
    // The search for an order finds one, too: scores that count nothing begin in the middle.
    let nothing =
        Coefficients { own: 0, theirs: 0, win_now: 100_000, block_now: 10_000, open_lines_only: true };
    assert!(some_order_is_safe(&nothing, Mark::Crosses, vec![BoardRules::classic().empty_board()], [0; 9]));
}

/// Returns `true` if some fixed order of the cells settles ties so that no line from `open` is lost
/// on `side`. The order grows as it is needed: `after[a]` has a bit for each cell that comes after
/// `a` so far.
fn some_order_is_safe(
    coefficients: &Coefficients,
    side: Mark,
    mut open: Vec<Board>,
    after: [u16; 9],
) -> bool {
    let rules = BoardRules::classic();
    let Some(board) = open.pop() else { return true };
    if rules.is_over(&board) {
        return board.winner() != Some(side.other_mark())
            && some_order_is_safe(coefficients, side, open, after);
    }
    if board.side_to_move() != side {
        open.extend(rules.empty_cells(&board).map(|cell| after_mark(&rules, &board, cell)));
        return some_order_is_safe(coefficients, side, open, after);
    }
    let best = coefficients.best_cells(&rules, &board);
    best.iter().any(|&cell| {
        let mut open = open.clone();
        open.push(after_mark(&rules, &board, cell));
        put_first(after, cell, &best).is_some_and(|after| some_order_is_safe(coefficients, side, open, after))
    })
}

fn after_mark(rules: &BoardRules, board: &Board, cell: BoardCell) -> Board {
    let mut game = TicTacToeGame::from_board(rules.clone(), board.clone());
    game.mark_cell(cell).expect("an empty cell");
    game.board().clone()
}

/// Returns the order with `first` before the other `cells`; `None` where one of them comes before
/// `first` already.
fn put_first(mut after: [u16; 9], first: BoardCell, cells: &[BoardCell]) -> Option<[u16; 9]> {
    let first = usize::from(first.0);
    for other in cells.iter().map(|cell| usize::from(cell.0)).filter(|&other| other != first) {
        if after[other] >> first & 1 == 1 {
            return None;
        }
        let behind = after[other] | 1 << other;
        for (cell, after) in after.iter_mut().enumerate() {
            if cell == first || *after >> first & 1 == 1 {
                *after |= behind;
            }
        }
    }
    Some(after)
}

#[test]
fn counting_marks_on_closed_lines_too_saves_no_coefficients_either() {
    // Who never loses however ties fall never loses with the first cell of equals: so this covers
    // dice as well.
    let survey = survey_coefficient_pairs(false, TieRule::First).expect("3 x 3");
    assert_eq!((survey.classes, survey.never_lose.len()), (353, 0));
    no_order_saves(&survey);
    let lost = survey.nearest_first.lost + survey.nearest_second.lost;
    assert!(lost >= 14, "{survey:?}");
}

#[test]
fn equal_seeds_make_equal_matches() {
    let rules = BoardRules::new(7, 7, 4).expect("a possible board");
    let report = |seed| {
        let mut a = BoardPlayer::by_name("scoring", &rules).expect("a player");
        let mut b = BoardPlayer::by_name("mcts:2000", &rules).expect("a player");
        let mut ends = Vec::new();
        let report =
            play_match(&rules, &mut a, &mut b, 6, seed, None, &mut |game, winner| ends.push((game, winner)));
        (report.expect("a match"), ends)
    };
    let (first, ends) = report(5);
    assert_eq!(report(5), (first.clone(), ends));
    assert_eq!(first.a_wins + first.b_wins + first.draws, 6);
    let json = serde_json::to_string(&first).expect("plain data");
    assert!(json.starts_with(r#"{"a":"scoring","b":"mcts:2000","games":6,"a_wins":"#), "{json}");
}

#[test]
fn sampling_draws_with_the_perfect_player() {
    let rules = BoardRules::classic();
    let mut a = BoardPlayer::sampling_player(20_000);
    let mut b = BoardPlayer::perfect_player(&rules).expect("a small board");
    let report = play_match(&rules, &mut a, &mut b, 20, 3, None, &mut |_, _| {}).expect("a match");
    assert_eq!((report.a_wins, report.b_wins, report.draws), (0, 0, 20));
}

#[test]
fn tuning_repeats_with_its_seed_and_beats_the_lesson() {
    let rules = BoardRules::classic();
    let options = TuneOptions { players: 8, rounds: 4, games: 20, seed: 7 };
    let report = tune_coefficients(&rules, &options, None, &mut |_| {}).expect("possible options");
    assert_eq!(tune_coefficients(&rules, &options, None, &mut |_| {}), Ok(report.clone()));
    assert_ne!(
        tune_coefficients(&rules, &TuneOptions { seed: 8, ..options }, None, &mut |_| {}),
        Ok(report.clone())
    );
    for row in &report.rows {
        assert_eq!(row.wins + row.draws + row.losses, row.games);
        let share = share(row.wins, row.draws, row.games);
        assert!(row.ci95[0] <= share && share <= row.ci95[1]);
    }
    let mut best = BoardPlayer::scoring_player("tuned", report.rows[0].coefficients, TieRule::Dice);
    let mut lesson = BoardPlayer::by_name("lesson", &rules).expect("a player");
    let result = play_match(&rules, &mut best, &mut lesson, 400, 1, None, &mut |_, _| {}).expect("a match");
    assert!(result.ci95[0] > 0.5, "{result:?}");
}

fn share(wins: u64, draws: u64, games: u64) -> f64 {
    let number = |n: u64| f64::from(u32::try_from(n).expect("few games"));
    (number(wins) + number(draws) / 2.0) / number(games)
}

#[test]
fn impossible_boards_are_refused() {
    let refused = |columns, rows, row| BoardRules::new(columns, rows, row).expect_err("no board").to_string();
    assert_eq!(refused(0, 0, 3), "the board is 0 x 0, each side must be 1 to 15");
    assert_eq!(refused(16, 3, 3), "the board is 16 x 3, each side must be 1 to 15");
    assert_eq!(refused(3, 3, 4), "4 in a row do not fit on a board of 3 x 3, it must be 1 to 3");
    assert_eq!(refused(3, 3, 0), "0 in a row do not fit on a board of 3 x 3, it must be 1 to 3");
    assert!(BoardRules::parse_size("3").is_err() && BoardRules::parse_size("99999x3").is_err());
    assert_eq!(BoardRules::parse_size("15x7"), Ok((15, 7)));
    let large = BoardRules::new(5, 5, 4).expect("a possible board");
    assert!(matches!(PerfectPlayer::new(&large), Err(TicTacToeError::TooLarge { cells: 25, .. })));
    assert!(
        BoardPlayer::by_name("mcts:0", &large).is_err() && BoardPlayer::by_name("nobody", &large).is_err()
    );
    assert!(Coefficients::from_ron("(own: 1)").is_err());
    let huge = "(own: 9999999, theirs: 0, win_now: 0, block_now: 0, open_lines_only: true)";
    assert!(matches!(Coefficients::from_ron(huge), Err(TicTacToeError::OutOfRange { .. })));
}

#[test]
fn the_file_of_the_lesson_holds_the_lesson() {
    assert_eq!(Coefficients::from_ron(include_str!("../assets/lesson.ron")), Ok(Coefficients::LESSON));
}

#[test]
fn a_game_refuses_what_cannot_be_and_changes_nothing() {
    let rules = BoardRules::classic();
    let mut game = TicTacToeGame::new(rules.clone());
    let cell = |name: &str| rules.parse_cell(name).expect("a cell");
    game.mark_cell(cell("b2")).expect("an empty cell");
    let before = game.board().clone();
    assert_eq!(game.mark_cell(cell("B2")), Err(TicTacToeError::Taken { cell: "b2".to_owned() }));
    assert!(game.mark_cell(BoardCell(9)).is_err());
    assert_eq!(*game.board(), before);
    assert!(
        rules.parse_cell("d1").is_err() && rules.parse_cell("a4").is_err() && rules.parse_cell("é").is_err()
    );
    for text in ["", "x", "xxx......", "xxxooo...", "q........"] {
        assert!(rules.parse_board(text).is_err(), "{text}");
    }
}

#[test]
fn hints_followed_by_both_sides_draw_and_say_why() {
    let mut game = TicTacToeGame::new(BoardRules::classic());
    while !game.is_over() {
        let hint = game.next_hint(None).expect("a hint");
        assert!(hint.to_string().contains("keeps the draw"), "{hint}");
        game.mark_cell(hint.cell).expect("a legal step");
    }
    assert_eq!(game.winner(), None);
    assert_eq!(game.next_hint(None), Err(TicTacToeError::Over));
    assert_eq!(game.moves_made().len(), 9);
}

#[test]
fn a_hint_on_a_large_board_blocks_four_in_a_row() {
    let rules = BoardRules::new(15, 15, 5).expect("a possible board");
    let mut game = TicTacToeGame::new(rules.clone());
    for name in ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4"] {
        game.mark_cell(rules.parse_cell(name).expect("a cell")).expect("an empty cell");
    }
    assert!(["h7", "h12"].contains(&game.next_hint(None).expect("a hint").name.as_str()), "it wins at once");
    game.mark_cell(rules.parse_cell("o15").expect("a cell")).expect("an empty cell");
    assert_eq!(game.next_hint(None).expect("a hint").name, "a5", "it wins at once");
}

#[test]
fn players_show_what_they_think_of_every_cell() {
    let rules = BoardRules::classic();
    let board = rules.parse_board("x . . . o . . . x").expect("a position");
    let empty: Vec<BoardCell> = rules.empty_cells(&board).collect();
    let consider = |name: &str| {
        let mut player = BoardPlayer::by_name(name, &rules).expect("a player");
        let considered = player.consider_cells(&rules, &board, 5, None).expect("a move");
        assert_eq!(player.choose_cell(&rules, &board, 5, None), Ok(considered.cell), "{name}");
        considered
    };
    let CellThoughts::Scores(scores) = consider("lesson").thoughts else { panic!("scores") };
    assert_eq!(scores, Coefficients::LESSON.score_empty_cells(&rules, &board));
    let considered = consider("perfect");
    let CellThoughts::Values(values) = considered.thoughts else { panic!("values") };
    assert_eq!(values.iter().map(|(cell, _)| *cell).collect::<Vec<_>>(), empty);
    // The fork of two opposite corners: only an edge holds the draw.
    let draws = values.iter().filter(|(_, value)| value.ending == GameEnding::Draw);
    assert_eq!(draws.map(|(cell, _)| rules.name(*cell)).collect::<Vec<_>>(), ["b1", "a2", "c2", "b3"]);
    let considered = consider("mcts:5000");
    let CellThoughts::Visits(tried) = considered.thoughts else { panic!("visits") };
    assert_eq!(tried.iter().map(|tried| tried.action).collect::<Vec<_>>(), empty);
    let most = tried.iter().map(|tried| tried.visits).max();
    let chosen = tried.iter().find(|tried| tried.action == considered.cell);
    assert_eq!(chosen.map(|tried| tried.visits), most);
}

#[test]
fn sampling_can_be_watched_as_it_grows() {
    let rules = BoardRules::new(15, 15, 5).expect("a possible board");
    let mut sampler = GameSampler::new(&rules, &rules.empty_board(), 3);
    let mut games = 0;
    for steps in [5_000, 10_000, 20_000] {
        let so_far = sampler.run_until_steps(steps, None);
        let visits = so_far.tried.iter().map(|tried| tried.visits).sum::<u64>();
        assert!(visits > games && so_far.statistics.steps >= steps);
        games = visits;
    }
    let whole = BoardPlayer::sampling_player(20_000).choose_cell(&rules, &rules.empty_board(), 3, None);
    assert_eq!(sampler.run_until_steps(20_000, None).best, whole.ok());
}

#[test]
fn a_cancelled_match_counts_what_was_played_and_cancelled_tuning_its_last_round() {
    use std::cell::Cell as Counter;
    let rules = BoardRules::classic();
    let mut a = BoardPlayer::by_name("lesson", &rules).expect("a player");
    let mut b = BoardPlayer::by_name("mcts:200", &rules).expect("a player");
    let played = Counter::new(0);
    let cancel = || played.get() == 7;
    let report =
        play_match(&rules, &mut a, &mut b, 100, 1, Some(&cancel), &mut |_, _| played.set(played.get() + 1));
    let report = report.expect("a match");
    assert_eq!((report.games, report.a_wins + report.b_wins + report.draws), (7, 7));

    let options = TuneOptions { players: 4, rounds: 9, games: 10, seed: 2 };
    let rounds = Counter::new(0);
    let cancel = || rounds.get() == 3;
    let report = tune_coefficients(&rules, &options, Some(&cancel), &mut |_| rounds.set(rounds.get() + 1))
        .expect("a report");
    let three = tune_coefficients(&rules, &TuneOptions { rounds: 3, ..options }, None, &mut |_| {});
    assert_eq!(three, Ok(report));
    assert_eq!(tune_coefficients(&rules, &options, Some(&|| true), &mut |_| {}), Err(TicTacToeError::CutOff));
}
