//! scratch
use hotgates_ai::{Match, Player, own_seeds};
use hotgates_engine::{Battle, BySide, MapFile, Scenario, Side};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let games: u64 = args[0].parse().unwrap();
    let maps = &args[1];
    for pair in args[2..].chunks(2) {
        let mut line = String::new();
        let (mut tot, mut n) = (0u64, 0u64);
        for map in maps.split(',') {
            let exch = map.starts_with('x');
            let name = map.trim_start_matches('x');
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../maps/{name}.ron"));
            let mut scenario =
                Scenario::classic(MapFile::from_ron(&std::fs::read_to_string(path).unwrap()).unwrap());
            if exch {
                std::mem::swap(&mut scenario.map.red, &mut scenario.map.blue);
            }
            let next = AtomicU64::new(0);
            let red_wins = Mutex::new(0u64);
            let t = std::time::Instant::now();
            std::thread::scope(|s| {
                for _ in 0..2 {
                    s.spawn(|| {
                        let mut sc = scenario.clone();
                        loop {
                            let seed = next.fetch_add(1, Ordering::Relaxed);
                            if seed >= games {
                                return;
                            }
                            sc.map.seed = Some(seed);
                            let battle = Battle::from_scenario(&sc).unwrap();
                            let own = own_seeds(seed);
                            let players = BySide {
                                red: Player::named(&pair[0], &battle, own.red).unwrap(),
                                blue: Player::named(&pair[1], &battle, own.blue).unwrap(),
                            };
                            let mut game = Match::new(battle, seed, players);
                            game.finish().unwrap();
                            if game.course().battle().verdict().and_then(|v| v.winner) == Some(Side::Red) {
                                *red_wins.lock().unwrap() += 1;
                            }
                        }
                    });
                }
            });
            let red = *red_wins.lock().unwrap();
            tot += red;
            n += games;
            line += &format!(
                " {map}:{:.1}({:.1}ms)",
                100.0 * red as f64 / games as f64,
                t.elapsed().as_secs_f64() * 1e3 / games as f64
            );
        }
        println!("red {:22} blue {:22} all {:.1} |{line}", pair[0], pair[1], 100.0 * tot as f64 / n as f64);
    }
}
