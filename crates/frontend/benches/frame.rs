//! The cost of a frame for the main thread while the player scrolls over a large map, and while computers move their
//! units there: all of the front end's own systems, without window and renderer.
//!
//! ```text
//! cargo bench -p hotgates-frontend
//! ```

use std::time::{Duration, Instant};

use bevy::camera::{CameraProjection, RenderTargetInfo};
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::time::TimeUpdateStrategy;
use bevy::window::{PrimaryWindow, WindowResolution};
use criterion::{Criterion, criterion_group, criterion_main};
use hotgates_engine::{Army, Direction, Ruleset, Scenario, UnitEntry};
use hotgates_frontend::GamePlugin;
use hotgates_frontend::battle::{BattleAction, StartBattle};
use hotgates_frontend::board::BoardCamera;
use hotgates_frontend::insight::{InsightLayer, ShownOverlay, ToggleLayer};
use hotgates_frontend::scene::Scene;
use hotgates_frontend::ui::screen::Screen;
use hotgates_frontend::ui::storage::Storage;
use hotgates_mapgen::{LandKind, MapPlan};
use hotgates_play::{Seat, Seats};

/// A full high-definition screen.
const SCREEN: UVec2 = UVec2::new(1920, 1080);

/// Returns a battle of `units` units on a square map between seats of one kind, in an app that has a window's size but
/// no window.
fn fighting(side: u32, units: usize, seat: &Seat) -> App {
    let plan = MapPlan { kind: LandKind::Plain, width: side, height: side, seed: 1, from: Direction::N };
    let mut map = plan.generate_map().expect("it is large enough");
    let army = |count: usize| {
        let kinds = ["infantry", "cavalry", "artillery"];
        let units = (0..count).map(|index| UnitEntry::new(kinds[index % 3])).collect();
        Some(Army { commander: None, units })
    };
    (map.red, map.blue) = (army(units / 2), army(units / 2));
    let mut app = App::new();
    let storage = Storage::from_folder(std::env::temp_dir().join("hotgates-bench"));
    app.add_plugins((MinimalPlugins, StatesPlugin, AssetPlugin::default()))
        .init_resource::<ButtonInput<KeyCode>>()
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_micros(16_667)))
        .add_plugins(GamePlugin { storage });
    app.finish();
    app.cleanup();
    let resolution = WindowResolution::new(SCREEN.x, SCREEN.y);
    app.world_mut().spawn((Window { resolution, ..default() }, PrimaryWindow));
    app.update();
    let seats = Seats::new(|_| seat.clone());
    app.world_mut().write_message(StartBattle::new(Scenario::new(map, Ruleset::classic()), seats));
    app.update();
    app.update();
    assert_eq!(*app.world().resource::<State<Screen>>().get(), Screen::Battle);
    if seat.is_human() {
        app.world_mut().write_message(BattleAction::BeginFighting);
        app.update();
    }
    // What the renderer would have told the camera.
    let mut cameras = app.world_mut().query_filtered::<(&mut Camera, &mut Projection), With<BoardCamera>>();
    let (mut camera, mut projection) = cameras.single_mut(app.world_mut()).expect("there is one");
    camera.computed.target_info = Some(RenderTargetInfo { physical_size: SCREEN, scale_factor: 1.0 });
    if let Projection::Orthographic(projection) = &mut *projection {
        projection.scale = 1.0;
        projection.update(SCREEN.as_vec2().x, SCREEN.as_vec2().y);
    }
    // With a unit selected its reach is marked, and the log, the bars and the minimap are there.
    app.world_mut().write_message(BattleAction::NextUnit);
    app.update();
    assert_eq!(
        app.world()
            .resource::<Scene>()
            .fought_battle()
            .expect("a battle is fought")
            .session
            .battle()
            .roster()
            .len(),
        units
    );
    app
}

/// Scrolls to the right and back, a frame each time; tiles come into view and are drawn beside it.
fn scroll(app: &mut App, frame: &mut u32) {
    *frame += 1;
    let right = *frame % 1000 < 500;
    let (now, before) = if right {
        (KeyCode::ArrowRight, KeyCode::ArrowLeft)
    } else {
        (KeyCode::ArrowLeft, KeyCode::ArrowRight)
    };
    let mut keys = app.world_mut().resource_mut::<ButtonInput<KeyCode>>();
    keys.release(before);
    keys.press(now);
    app.update();
}

fn scrolling(c: &mut Criterion) {
    let mut group = c.benchmark_group("a frame while scrolling");
    group.sample_size(50);
    for (side, units) in [(64, 50), (512, 400)] {
        let (mut app, mut frame) = (fighting(side, units, &Seat::seat_of_person()), 0);
        group.bench_function(format!("{side} × {side} hexes, {units} units"), |b| {
            b.iter(|| scroll(&mut app, &mut frame));
        });
    }
}

/// Measures the frames in which a computer's moves are shown; computers think beside them.
fn moving(c: &mut Criterion) {
    let mut group = c.benchmark_group("a frame while computers move");
    group.sample_size(50);
    for (side, units) in [(64, 50), (512, 400)] {
        let mut app = fighting(side, units, &Seat::from_name("greedy"));
        let is_idle = |app: &App| {
            let scene = app.world().resource::<Scene>();
            scene.fought_battle().expect("a battle is fought").playback.is_idle()
        };
        while is_idle(&app) {
            app.update();
        }
        group.bench_function(format!("{side} × {side} hexes, {units} units"), |b| b.iter(|| app.update()));
    }
}

/// Measures the frames of a scrolling view with each overlay over the whole map, once the overlay
/// has been computed.
fn overlaid(c: &mut Criterion) {
    let mut group = c.benchmark_group("a frame while scrolling, 512 × 512 hexes, 400 units");
    group.sample_size(50);
    let (mut app, mut frame) = (fighting(512, 400, &Seat::seat_of_person()), 0);
    let scene = app.world().resource::<Scene>();
    let battle = scene.fought_battle().expect("a battle is fought").session.battle();
    let layers: Vec<InsightLayer> =
        InsightLayer::ALL.into_iter().filter(|layer| layer.is_in_rules(battle)).collect();
    for layer in layers {
        app.world_mut().write_message(ToggleLayer(layer));
        let (begun, mut longest, mut ready) = (Instant::now(), Duration::ZERO, None);
        // Until it has been computed and, a good while later, drawn up: none of the frames may
        // stall.
        while ready.is_none_or(|ready: Duration| begun.elapsed() < ready + Duration::from_secs(1)) {
            let frame_begun = Instant::now();
            scroll(&mut app, &mut frame);
            longest = longest.max(frame_begun.elapsed());
            if app.world().resource::<ShownOverlay>().seen.is_some() {
                ready.get_or_insert(begun.elapsed());
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        println!("{layer:?}: ready after {ready:?}, the longest frame until a second later {longest:?}");
        group.bench_function(format!("{layer:?}"), |b| b.iter(|| scroll(&mut app, &mut frame)));
        app.world_mut().write_message(ToggleLayer(layer));
        while app.world().resource::<ShownOverlay>().seen.is_some() {
            app.update();
        }
    }
}

criterion_group!(benches, scrolling, moving, overlaid);
criterion_main!(benches);
