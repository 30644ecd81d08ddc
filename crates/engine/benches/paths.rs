//! The path kernel beside its peers: the same queries on the same maps, equal costs asserted.

#![expect(clippy::unwrap_used, reason = "a bench that fails may panic")]

mod ground;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hexx::Hex;
use hexx::algorithms::{a_star, field_of_movement};
use hotgates_engine::{Cell, Field, Landmarks, Map, PathFinder, PathOptions, Reach, UnitTypeId};
use pathfinding::prelude::{astar, dijkstra_all};

const SIDES: [u32; 3] = [32, 128, 512];

fn cost(map: &Map, hex: Hex) -> Option<u32> {
    let cell = map.grid().cell(hex)?;
    Some(u32::from(map.costs(UnitTypeId(0))[cell.index()])).filter(|&cost| cost > 0)
}

fn cells_neighbours(map: &Map, cell: Cell) -> impl Iterator<Item = (Cell, u32)> + '_ {
    map.grid()
        .around(cell)
        .into_iter()
        .map(|next| (next, u32::from(map.costs(UnitTypeId(0))[next.index()])))
        .filter(|&(_, cost)| cost > 0)
}

fn point_to_point(c: &mut Criterion) {
    let mut group = c.benchmark_group("point to point");
    group.sample_size(10);
    for side in SIDES {
        let map = ground::map(side);
        let pairs = ground::pairs(&map, 16);
        let hex = |cell| map.grid().hex(cell);
        let mut finder = PathFinder::new();
        let ours: Vec<u32> = pairs
            .iter()
            .map(|&(from, to)| {
                finder.path_on_map(&map, UnitTypeId(0), from, to, PathOptions::default()).unwrap().cost
            })
            .collect();
        group.throughput(Throughput::Elements(pairs.len() as u64));
        group.bench_with_input(BenchmarkId::new("hotgates", side), &side, |b, _| {
            b.iter(|| {
                for &(from, to) in &pairs {
                    black_box(finder.path_on_map(&map, UnitTypeId(0), from, to, PathOptions::default()));
                }
            });
        });
        let landmarks = Landmarks::new(map.grid(), map.costs(UnitTypeId(0)));
        for (&(from, to), &cost) in pairs.iter().zip(&ours) {
            let path = finder.path_by_landmarks(&landmarks, from, to, PathOptions::default()).unwrap();
            assert_eq!(path.cost, cost);
        }
        group.bench_with_input(BenchmarkId::new("hotgates by landmarks", side), &side, |b, _| {
            b.iter(|| {
                for &(from, to) in &pairs {
                    black_box(finder.path_by_landmarks(&landmarks, from, to, PathOptions::default()));
                }
            });
        });
        group.bench_with_input(BenchmarkId::new("preparing landmarks", side), &side, |b, _| {
            b.iter(|| Landmarks::new(black_box(map.grid()), map.costs(UnitTypeId(0))));
        });
        // The peers on the same dense cells: what differs is the search alone.
        let peer = |from: Cell, to: Cell| {
            let goal = hex(to);
            let ahead = |&cell: &Cell| hex(cell).unsigned_distance_to(goal);
            astar(&from, |&cell| cells_neighbours(&map, cell), ahead, |&cell| cell == to).unwrap().1
        };
        for (&(from, to), &cost) in pairs.iter().zip(&ours) {
            assert_eq!(peer(from, to), cost);
        }
        group.bench_with_input(BenchmarkId::new("pathfinding::astar", side), &side, |b, _| {
            b.iter(|| {
                for &(from, to) in &pairs {
                    black_box(peer(from, to));
                }
            });
        });
        if side > 128 {
            // hexx's search takes minutes here.
            continue;
        }
        let hexx = |from: Cell, to: Cell| a_star(hex(from), hex(to), |_, next| cost(&map, next)).unwrap();
        for (&(from, to), &cost_) in pairs.iter().zip(&ours) {
            let path = hexx(from, to);
            assert_eq!(path.iter().skip(1).map(|&hex| cost(&map, hex).unwrap()).sum::<u32>(), cost_);
        }
        group.bench_with_input(BenchmarkId::new("hexx::a_star", side), &side, |b, _| {
            b.iter(|| {
                for &(from, to) in &pairs {
                    black_box(hexx(from, to));
                }
            });
        });
    }
}

fn one_to_all(c: &mut Criterion) {
    let mut group = c.benchmark_group("one to all");
    group.sample_size(10);
    for side in SIDES {
        let map = ground::map(side);
        let from = ground::pairs(&map, 1)[0].0;
        let mut field = Field::new();
        field.from_sources(map.grid(), [from], map.costs(UnitTypeId(0)), |_| true);
        let peer = dijkstra_all(&from, |&cell| cells_neighbours(&map, cell));
        assert_eq!(peer.len() + 1, field.touched_cells().count());
        assert!(peer.iter().all(|(&cell, &(_, cost))| field.cost(cell) == Some(cost)));
        group.throughput(Throughput::Elements(peer.len() as u64));
        group.bench_with_input(BenchmarkId::new("hotgates", side), &side, |b, _| {
            b.iter(|| field.from_sources(map.grid(), [black_box(from)], map.costs(UnitTypeId(0)), |_| true));
        });
        group.bench_with_input(BenchmarkId::new("pathfinding::dijkstra_all", side), &side, |b, _| {
            b.iter(|| dijkstra_all(&black_box(from), |&cell| cells_neighbours(&map, cell)));
        });
    }
}

fn reach(c: &mut Criterion) {
    let mut group = c.benchmark_group("reach of 10 MP");
    for side in SIDES {
        let battle = ground::battle(side);
        let map = battle.map();
        let unit = battle.roster().next().unwrap().0;
        // From many places: a processor learns a single search by heart, and is then four times
        // faster. None of them near an enemy: the peer knows of none.
        let near = |from: Cell, enemy| map.grid().distance(from, battle.unit(enemy).cell) <= 11;
        let alone =
            |&from: &Cell| !battle.living(battle.info(unit).side.other()).any(|enemy| near(from, enemy));
        let starts = ground::pairs(map, 1000).into_iter().map(|(from, _)| from).filter(alone);
        let starts: Vec<Cell> = starts.take(64).collect();
        assert_eq!(starts.len(), 64);
        let budget = hotgates_engine::MovementPoints(10);
        let mut reach = Reach::new();
        // hexx counts a step as 1 more than its cost.
        let peer =
            |from| field_of_movement(map.grid().hex(from), 10, |hex| cost(map, hex).map(|cost| cost - 1));
        let mut cells = 0;
        for &from in &starts {
            battle.reach_with(unit, from, budget, &mut reach);
            assert_eq!(peer(from).len(), reach.cells_in_reach().count());
            cells += reach.cells_in_reach().count() as u64;
        }
        group.throughput(Throughput::Elements(cells));
        group.bench_with_input(BenchmarkId::new("hotgates, 64 times", side), &side, |b, _| {
            b.iter(|| {
                for &from in &starts {
                    battle.reach_with(unit, black_box(from), budget, &mut reach);
                }
            });
        });
        group.bench_with_input(
            BenchmarkId::new("hotgates, 64 times, all cells read", side),
            &side,
            |b, _| {
                b.iter(|| {
                    let read = |from| {
                        battle.reach_with(unit, black_box(from), budget, &mut reach);
                        reach.cells_in_reach().map(|(cell, left)| cell.0 + u32::from(left.0)).sum::<u32>()
                    };
                    starts.iter().copied().map(read).sum::<u32>()
                });
            },
        );
        group.bench_with_input(BenchmarkId::new("hexx::field_of_movement, 64 times", side), &side, |b, _| {
            b.iter(|| starts.iter().map(|&from| peer(from).len()).sum::<usize>());
        });
    }
}

criterion_group!(benches, point_to_point, one_to_all, reach);
criterion_main!(benches);
