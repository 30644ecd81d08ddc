//! A map of 1000 × 1000 hexes: opened, painted, saved, analysed.

#![expect(clippy::unwrap_used, reason = "a bench that fails may panic")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use hotgates_editor::{Analysis, Cancel, Coord, Document, Editor, Finding, Mirror, Stage, Symmetry, Tool};

/// Woods, lakes, roads and ridges without a plan, and a castle in the south.
fn source() -> String {
    let mut state = 1u32;
    let mut glyph = |col: usize, row: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        match state >> 24 {
            _ if (col, row) == (500, 900) => '#',
            _ if col == 500 || row == 300 => '=',
            0..=40 => 'f',
            41..=60 => '~',
            61..=90 => '^',
            _ => '.',
        }
    };
    let rows: Vec<String> = (0..1000).map(|row| (0..1000).map(|col| glyph(col, row)).collect()).collect();
    let rows = format!("        \"{}\",\n", rows.join("\",\n        \""));
    format!("// Wide.\nMap(\n    name: \"Wide\",\n    rows: [\n{rows}    ],\n    from: n,\n)\n")
}

fn files(c: &mut Criterion) {
    let source = source();
    let document = Document::open(&source).unwrap();
    assert_eq!(document.to_ron(), source);
    let mut group = c.benchmark_group("1000 × 1000");
    group.sample_size(10);
    group.bench_function("open", |b| b.iter(|| Document::open(black_box(&source)).unwrap()));
    group.bench_function("write", |b| b.iter(|| black_box(&document).to_ron()));
    group.bench_function("copy for an analysis", |b| b.iter(|| Analysis::of(black_box(&document))));
    group.finish();
}

fn painting(c: &mut Criterion) {
    let document = Document::open(&source()).unwrap();
    let mut group = c.benchmark_group("1000 × 1000");
    group.sample_size(20);
    let mut editor = Editor::new(document.clone());
    editor.set_brush_size(5).unwrap();
    // Each sample moves on by ten hexes, as a quick hand does between two frames.
    let mut at = 0;
    editor.press(Coord { col: 0, row: 0 }).unwrap();
    for (name, symmetry) in
        [("a step of a stroke", Symmetry::None), ("a step of a stroke, four-fold", Symmetry::Four)]
    {
        editor.set_symmetry(symmetry);
        editor.press(Coord { col: 0, row: 0 }).unwrap();
        group.bench_function(name, |b| {
            b.iter(|| {
                at = (at + 10) % 1_000_000;
                editor.drag(Coord { col: at % 1000, row: at / 1000 * 7 % 1000 }).unwrap();
            });
        });
        editor.release(Coord { col: 0, row: 0 }).unwrap();
    }
    let stroke = |mut editor: Editor| {
        editor.set_brush_size(5).unwrap();
        editor.press(Coord { col: 0, row: 0 }).unwrap();
        editor.drag(Coord { col: 999, row: 999 }).unwrap();
        editor
    };
    let fresh = || Editor::new(document.clone());
    group.bench_function("the end of a stroke across the map", |b| {
        let set_up = || stroke(fresh());
        b.iter_batched_ref(
            set_up,
            |editor| editor.release(Coord { col: 999, row: 999 }).unwrap(),
            BatchSize::LargeInput,
        );
    });
    group.bench_function("undo of a stroke across the map", |b| {
        let set_up = || {
            let mut editor = stroke(fresh());
            editor.release(Coord { col: 999, row: 999 }).unwrap();
            editor
        };
        b.iter_batched_ref(set_up, Editor::undo, BatchSize::LargeInput);
    });
    group.bench_function("fill", |b| {
        let grass = document.rules().terrain("grass").unwrap();
        let start = document.ground().coords().find(|&at| document.terrain(at) == Some(grass)).unwrap();
        let set_up = || {
            let mut editor = fresh();
            editor.set_tool(Tool::Fill);
            editor
        };
        b.iter_batched_ref(set_up, |editor| editor.press(start).unwrap(), BatchSize::LargeInput);
    });
    group.bench_function("mirror", |b| {
        b.iter_batched_ref(
            || document.clone(),
            |document| document.mirror(Mirror::WestEast),
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

/// Everything before the battles, up to a stage.
fn analysis(c: &mut Criterion) {
    let analysis = Analysis::of(&Document::open(&source()).unwrap()).with_games(0);
    let mut group = c.benchmark_group("1000 × 1000, analysis until");
    group.sample_size(10);
    for last in [Stage::Faults, Stage::Unreachable, Stage::Heat, Stage::Chokes] {
        group.bench_function(format!("{last:?}"), |b| {
            b.iter(|| {
                let cancel = Cancel::new();
                let end = analysis.run(&cancel, |finding| match finding {
                    Finding::Done(stage) if stage == last => cancel.set(),
                    other => drop(black_box(other)),
                });
                black_box(end)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, files, painting, analysis);
criterion_main!(benches);
