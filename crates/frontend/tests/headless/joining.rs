//! Battles of a server, at a table without a server: the window hears its lines and says what is asked for.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use hotgates_engine::{LegalOrders, RankId};
use hotgates_frontend::battle::own_plan::{OwnPlan, PlanPace};
use hotgates_frontend::battle::{AfterBattleAction, LoadBattle, PlanAction, SaveBattleCopy};
use hotgates_frontend::insight::{Advice, AdviceAction};
use hotgates_frontend::join::{JoinAction, TableStay, TableVisit};
use hotgates_frontend::scene::BattlePhase;
use hotgates_guest::{DicePledge, KnownTable, LineEvent};
use hotgates_play::{Seats, order_of_battle_mut};
use hotgates_protocol::{GuestMessage, TableMessage, TableStage, write_line};
use hotgates_table::{Bytes32, Guest, StampedRecord, Table, TableRecord, TableSetup, view_log_of_replay};

use super::*;

const ID: &str = "0123456789abcdef";
const ROOMY: &str = r##"(
    name: "roomy", turns: 5, seed: 3,
    rows: ["............", "#....ff.....", "............", "......f....."],
    red: (units: [(type: "cavalry"), (type: "infantry"), (type: "artillery")]),
    blue: (units: [(type: "cavalry"), (type: "infantry"), (type: "artillery")]),
)"##;

/// A table at which a window sits on Red's side and a guest without a window on Blue's.
struct TableHost {
    player: Player,
    table: Table,
    /// The lines that the window hears, and what it says.
    to_window: Sender<LineEvent>,
    from_window: Receiver<GuestMessage>,
    blue: KnownTable,
    begun: [bool; 2],
    /// The replay that the window may fetch.
    replay: Arc<Mutex<Option<Vec<u8>>>>,
    /// Notices that nobody has asked for yet: the app keeps them for two frames only.
    said: Vec<String>,
}

fn pledge(byte: u8) -> DicePledge {
    DicePledge { number: Bytes32::from_bytes([byte; 32]), server: None }
}

impl TableHost {
    fn new(map: &str, fog: bool, arranges: bool) -> Self {
        let mut rules = Ruleset::classic();
        rules.options.fog_of_war = fog;
        if map == DUEL {
            rules.setup.distance = 0;
        }
        let mut scenario = Scenario::new(MapFile::from_ron(map).unwrap(), rules);
        let battle = hotgates_engine::Battle::from_scenario(&scenario).unwrap();
        for side in Side::BOTH {
            order_of_battle_mut(&mut scenario, &battle, side).commander = Some("human".to_owned());
        }
        let number = Bytes32::from_bytes([7; 32]);
        let setup =
            TableSetup { id: ID.to_owned(), scenario, number, clock: None, late_turns: Some(3), arranges };
        let token = || Some("0f".repeat(16));
        let (to_window, heard) = channel();
        let (said, from_window) = channel();
        let replay = Arc::new(Mutex::new(None));
        let shared = Arc::clone(&replay);
        let fetch = move || shared.lock().unwrap().clone().ok_or_else(|| "no replay".to_owned());
        let table = KnownTable::new(ID, token(), pledge(1), 1);
        let to_say = Box::new(move |message| said.send(message).unwrap());
        let stay = TableStay::new(table, "here".to_owned(), to_say, heard, Box::new(fetch));
        let mut player = Player::new();
        player.app.world_mut().resource_mut::<TableVisit>().stay = Some(stay);
        player.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Join);
        let mut host = Self {
            player,
            table: Table::new(setup).unwrap(),
            to_window,
            from_window,
            blue: KnownTable::new(ID, token(), pledge(2), 2),
            begun: [false; 2],
            replay,
            said: Vec::new(),
        };
        host.to_window.send(LineEvent::Open).unwrap();
        let enter = host.blue.enter();
        host.hear(1, &enter);
        host.settle();
        host
    }

    /// Tells a guest something, and hears what it answers.
    fn tell(&mut self, place: usize, message: &TableMessage) {
        let line = write_line(message);
        if place == 0 {
            // While the line is broken nobody hears it.
            let _ = self.to_window.send(LineEvent::Said(line));
        } else {
            for answer in self.blue.hear_line(&line).unwrap().answers {
                self.hear(1, &answer);
            }
        }
    }

    /// The table hears a guest.
    fn hear(&mut self, place: usize, message: &GuestMessage) {
        let guest = Guest::ALL[place];
        if let GuestMessage::Enter(enter) = message {
            self.tell(place, &TableMessage::Table(Box::new(self.table.state(guest, 0))));
            if let Some(begin) = self.table.begin_message(guest) {
                self.tell(place, &TableMessage::Begin(Box::new(begin)));
                let told = self.table.told_from(guest, enter.from as usize);
                self.tell(place, &TableMessage::Told(told));
            }
            return;
        }
        let id = match message {
            GuestMessage::Order(order) => Some(order.id.clone()),
            _ => None,
        };
        let record = match self.table.decide(guest, message) {
            Ok(Some(record)) => record,
            Ok(None) => return,
            Err(why) => return self.tell(place, &TableMessage::Refused(why.message(id))),
        };
        let before = self.table.stage();
        let is_placing = matches!(record, TableRecord::Placed(..));
        let told = self.table.follow(&StampedRecord { at_ms: 0, record }).unwrap();
        if self.table.stage() == TableStage::Over {
            *self.replay.lock().unwrap() = self.table.replay().map(|replay| replay.encode());
        }
        for other in 0..2 {
            let to = Guest::ALL[other];
            let mut lines = Vec::new();
            if before == TableStage::Opening {
                lines
                    .extend(self.table.arrange_message(to).map(|told| TableMessage::Arrange(Box::new(told))));
            } else if is_placing && other == place {
                lines.extend(self.table.placed_units(to).map(TableMessage::Placed));
            }
            if let Some(begin) = self.table.begin_message(to).filter(|_| !self.begun[other]) {
                self.begun[other] = true;
                lines.push(TableMessage::Begin(Box::new(begin)));
            }
            lines.extend(told[other].clone().map(TableMessage::Told));
            lines.push(TableMessage::Table(Box::new(self.table.state(to, 0))));
            for line in lines {
                self.tell(other, &line);
            }
        }
    }

    /// Lets the window and the table hear each other until nothing is on the way.
    fn settle(&mut self) {
        for _ in 0..4 {
            self.said.extend(self.player.notices());
            self.player.app.update();
            self.said.extend(self.player.notices());
            while let Ok(message) = self.from_window.try_recv() {
                self.hear(0, &message);
            }
        }
    }

    fn notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.said)
    }

    fn until(&mut self, what: &str, mut so: impl FnMut(&World) -> bool) {
        let begun = Instant::now();
        while !so(self.player.app.world()) {
            assert!(begun.elapsed() < Duration::from_mins(1), "waited a minute until {what}");
            self.settle();
        }
    }

    fn say<M: Message>(&mut self, message: M) {
        self.player.say(message);
        self.settle();
    }

    fn click(&mut self, cell: Cell) {
        self.player.click(cell);
        self.settle();
    }

    /// Blue asks for something.
    fn blue_asks(&mut self, message: &GuestMessage) {
        self.hear(1, message);
        self.settle();
    }

    fn blue_ends_half_turn(&mut self) {
        let end = self.blue.order(Order::EndTurn).unwrap();
        self.blue_asks(&end);
    }

    /// Returns `true` if the window knows what the table knows of it.
    fn is_known(&self) -> bool {
        let told = self.table.true_battle().unwrap();
        self.player.game().session.known_position().hash() == told.known_to(Side::Red).hash()
    }
}

fn stay_of_window(world: &World) -> Option<&TableStay> {
    world.resource::<TableVisit>().stay.as_ref()
}

#[test]
fn a_whole_battle_at_a_table_is_fought_and_proved() {
    for fog in [false, true] {
        let mut host = TableHost::new(ROOMY, fog, true);
        assert_eq!(host.player.screen(), Screen::Battle);
        assert_eq!(host.player.game().phase, BattlePhase::Deploying);
        // A unit is placed elsewhere in the zone by two clicks.
        let unit = host.player.unit(Side::Red, 1);
        let (here, battle) = (host.player.cell_of(unit), host.player.game().session.battle().clone());
        let zone = host.player.game().session.deployment_zone(Side::Red);
        let to = zone.iter().copied().find(|&cell| battle.at(cell).is_none()).unwrap();
        host.click(here);
        host.click(to);
        assert_eq!(host.player.cell_of(unit), to);
        host.say(BattleAction::BeginFighting);
        assert!(!host.player.game().session.is_human_to_move(), "the enemy still arranges its units");
        let ready = host.blue.end_arranging().unwrap();
        host.blue_asks(&ready);
        assert_eq!(host.player.cell_of(unit), to, "it begins as it was arranged");
        host.notices();
        host.player.app.world_mut().resource_mut::<Advice>().rank = Some(RankId::default());
        while host.table.stage() == TableStage::Battle {
            host.until("Red is to move", |world| is_idle(world) && game(world).session.is_human_to_move());
            assert!(host.is_known());
            let turn = host.player.game().session.battle().turn();
            host.say(AdviceAction::Auto);
            host.until("Red's half-turn is over", |world| {
                let session = &game(world).session;
                !session.is_human_to_move() || session.battle().turn() != turn
            });
            if host.table.stage() == TableStage::Battle {
                let mut orders = LegalOrders::default();
                let first = orders.orders_of_side(host.blue.position().unwrap())[0];
                let order = host.blue.order(first).unwrap();
                host.blue_asks(&order);
                if host.blue.is_ready_to_move() {
                    host.blue_ends_half_turn();
                }
            }
        }
        host.until("the end is shown", |world| game(world).phase == BattlePhase::Over);
        let said = host.notices().join("\n");
        assert!(said.contains("Proved: played again"), "{said}");
        let kept = std::fs::read_dir(host.player.storage().replay_folder()).unwrap().count();
        assert_eq!(kept, 1, "the replay is kept");
        host.say(AfterBattleAction::Replay);
        assert_eq!(host.player.screen(), Screen::Replay);
        let ShownBattle::Watched(watched) = host.player.on_screen() else { panic!("it is watched again") };
        let replay = host.table.replay().unwrap();
        assert_eq!(watched.session().to_replay().map(|replay| replay.encode()), Some(replay.encode()));
        assert!(stay_of_window(host.player.app.world()).is_none(), "the line has ended");
    }
}

#[test]
fn orders_are_taken_back_and_plans_carried_out_at_a_table() {
    let mut host = TableHost::new(DUEL, false, false);
    let cavalry = host.player.unit(Side::Red, 1);
    let here = host.player.cell_of(cavalry);
    let to = host.player.game().session.battle().grid().at(Coord { col: 7, row: 1 }).unwrap();
    host.click(here);
    host.click(to);
    host.until("the move is shown", is_idle);
    assert_eq!(host.player.cell_of(cavalry), to);
    assert!(host.is_known());
    host.say(BattleAction::Undo);
    assert_eq!((host.player.cell_of(cavalry), host.player.orders().len()), (here, 0));
    assert!(host.is_known());
    assert_eq!(host.notices(), ["The battle has begun."]);
    host.say(BattleAction::Undo);
    assert_eq!(host.notices().len(), 1, "there is nothing more to take back");
    // A plan of a move and an attack is given order by order.
    host.say(PlanAction::Toggle);
    host.click(here);
    host.click(to);
    host.until("the planned move is shown", is_idle);
    let (infantry, enemy) = (host.player.unit(Side::Red, 0), host.player.unit(Side::Blue, 0));
    host.click(host.player.cell_of(infantry));
    host.click(host.player.cell_of(enemy));
    host.until("the planned attack is shown", is_idle);
    let planned = host.player.game().session.plan().map(OwnPlan::orders).unwrap();
    assert_eq!(
        (planned.len(), host.table.true_battle().unwrap().hash()),
        (2, {
            let session = &host.player.game().session;
            session.known_position().hash()
        })
    );
    host.say(PlanAction::CarryOut);
    host.until("the plan is carried out", |world| {
        let pace = game(world).session.plan().map(OwnPlan::pace);
        is_idle(world) && pace.is_none_or(|pace| pace == PlanPace::Standing)
    });
    assert_eq!(host.player.orders(), planned);
    assert!(host.is_known());
}

/// Under fog of war a guest keeps what it was told, in the middle of the battle, and watches that again without the server.
#[test]
fn what_was_told_at_a_table_is_kept_and_watched() {
    let mut host = TableHost::new(ROOMY, true, false);
    for _ in 0..2 {
        host.say(BattleAction::EndTurnNow);
        host.until("the end of the half-turn is shown", is_idle);
        host.blue_ends_half_turn();
        host.until("Red is to move", |world| is_idle(world) && game(world).session.is_human_to_move());
    }
    host.notices();
    host.say(SaveBattleCopy);
    let said = host.notices();
    assert!(said.len() == 1 && said[0].contains("What you have seen"), "{said:?}");
    let storage = host.player.storage();
    let (_, path) = storage.list_battles(&storage.replay_folder()).remove(0);
    let told = std::fs::read_to_string(&path).unwrap();
    assert_eq!(
        Some(&told),
        stay_of_window(host.player.app.world()).unwrap().table.view_log().map(|log| log.to_text()).as_ref()
    );
    let known = host.player.game().session.known_position().hash();
    let mut player = host.player;
    player.say(LoadBattle(path.clone()));
    player.app.update();
    assert_eq!(player.screen(), Screen::Replay);
    let ShownBattle::Watched(watched) = player.on_screen() else { panic!("it is watched") };
    let session = watched.session();
    assert_eq!((session.known_position().hash(), session.order_records().len()), (known, 4));
    let living = Side::BOTH.map(|side| session.known_position().living(side).count());
    assert_eq!(living, [3, 0], "Blue is out of sight");
    // An event of no such unit is refused with its line, and what is watched stays.
    let broken = told.replacen(
        "{\"side\":\"red\",\"order\":",
        "{\"side\":\"red\",\"events\":[{\"broke\":{\"unit\":900}}],\"order\":",
        1,
    );
    let broken = broken.replacen(",\"events\":[{\"half", ",\"was\":[{\"half", 1);
    std::fs::write(&path, broken).unwrap();
    player.notices();
    player.say(LoadBattle(path));
    let said = player.notices();
    assert!(said.len() == 1 && said[0].contains("line 3"), "{said:?}");
    assert_eq!(player.screen(), Screen::Replay);
}

/// Commanders are not asked again for the reasons of orders by what a view log tells: they knew more, or other things.
#[test]
fn a_view_log_has_no_reasons() {
    let mut scenario = Scenario::classic(MapFile::from_ron(ROOMY).unwrap());
    scenario.rules.options.fog_of_war = true;
    let battle = hotgates_engine::Battle::from_scenario(&scenario).unwrap();
    let mut seated = scenario.clone();
    for side in Side::BOTH {
        order_of_battle_mut(&mut seated, &battle, side).commander = Some("greedy".to_owned());
    }
    let seats = Seats::new(|_| Seat::from_name("greedy"));
    let mut game = seats.begin_match(battle, seated.dice_source()).unwrap();
    while game.step().unwrap().is_some() {}
    let log = view_log_of_replay(&game.game_record().replay(&seated), Guest::Watcher).unwrap();
    let mut player = Player::new();
    let path = player.storage().replay_folder().join("seen.log");
    player.storage().write_whole_file(&path, log.to_text().as_bytes()).unwrap();
    player.say(LoadBattle(path));
    for _ in 0..100 {
        player.app.update();
        std::thread::sleep(Duration::from_millis(2));
    }
    let ShownBattle::Watched(watched) = player.on_screen() else { panic!("it is watched") };
    let records = watched.session().order_records();
    assert!(!records.is_empty() && records.iter().all(|record| record.reason.is_none()));
}

#[test]
fn words_draws_and_giving_up_reach_the_table() {
    let mut host = TableHost::new(DUEL, false, false);
    assert_eq!(host.notices(), ["The battle has begun."]);
    let offer = host.blue.offer_draw();
    assert!(offer.is_ok());
    host.blue_asks(&offer.unwrap());
    assert_eq!(host.notices(), ["Blue offers a draw."]);
    host.say(JoinAction::DeclineDraw);
    assert_eq!(host.table.state(Guest::ALL[0], 0).draw_offered, None);
    host.say(JoinAction::OfferDraw);
    host.say(JoinAction::OfferDraw);
    assert_eq!(host.notices(), ["You have offered a draw already."]);
    host.say(JoinAction::Say);
    assert_eq!(host.notices(), ["There are no words to say, or too many."]);
    host.to_window
        .send(LineEvent::Said(r#"{"chat":{"side":"blue","text":"good luck"}}"#.to_owned()))
        .unwrap();
    host.settle();
    assert_eq!(host.notices(), ["Blue: good luck"]);
    host.say(JoinAction::AskToResign(true));
    host.say(JoinAction::Resign);
    assert_eq!(host.table.stage(), TableStage::Over);
    host.until("the end is shown", |world| game(world).phase == BattlePhase::Over);
    host.say(JoinAction::OfferRematch);
    assert_eq!(host.table.state(Guest::ALL[1], 0).rematch_offered, Some(Side::Red));
}

#[test]
fn a_broken_line_goes_on_where_it_was_and_a_failed_one_is_told() {
    let mut host = TableHost::new(DUEL, false, false);
    host.say(BattleAction::EndTurnNow);
    assert_eq!(host.player.game().session.battle().side(), Side::Blue);
    host.to_window.send(LineEvent::Broken).unwrap();
    host.settle();
    // Blue plays while the line is broken; the window hears of it when the line is open again.
    let end = host.blue.order(Order::EndTurn).unwrap();
    let (kept, lost) = (host.to_window.clone(), channel().0);
    host.to_window = lost;
    host.hear(1, &end);
    host.to_window = kept;
    host.to_window.send(LineEvent::Open).unwrap();
    host.settle();
    host.until("Red is to move", |world| game(world).session.is_human_to_move());
    assert!(host.is_known());
    host.notices();
    host.to_window.send(LineEvent::Said("no line of a server".to_owned())).unwrap();
    host.settle();
    assert_eq!(host.player.screen(), Screen::Join);
    assert!(host.notices().concat().contains("does not understand"));
    assert!(stay_of_window(host.player.app.world()).is_none());
}

#[test]
fn links_that_lead_nowhere_are_told_and_escape_leaves() {
    let mut player = Player::new();
    player.press(KeyCode::KeyJ);
    assert_eq!(player.screen(), Screen::Join);
    for (link, why) in [
        ("play.example.org", "begins with https"),
        ("http://play.example.org/b/0123456789abcdef", "without encryption"),
        ("https://play.example.org/b/12", "leads to no battle"),
        ("https://play.example.org/b/0123456789abcdef#12", "copied whole"),
    ] {
        player.say(JoinAction::Link(link.to_owned()));
        player.say(JoinAction::Join);
        player.app.update();
        let shown = all_texts(&mut player);
        assert!(shown.contains(why), "{link}: {shown}");
    }
    player.press(KeyCode::Escape);
    assert_eq!(player.screen(), Screen::Menu);
}
