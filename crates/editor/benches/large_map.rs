//! A map of 1000 × 1000 hexes: opened, painted, saved, analysed.

#![expect(clippy::unwrap_used, reason = "a bench that fails may panic")]

mod wide;

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use hotgates_editor::{
    Analysis, AnalysisStage, Cancel, Coord, Document, Editor, EditorTool, Finding, MAX_BRUSH, Mirror,
    Symmetry,
};

fn source() -> String {
    let rows = format!("        \"{}\",\n", wide::rows().join("\",\n        \""));
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
    group.bench_function("copy for an analysis", |b| b.iter(|| Analysis::new(black_box(&document))));
    group.finish();
}

fn painting(c: &mut Criterion) {
    let document = Document::open(&source()).unwrap();
    let mut group = c.benchmark_group("1000 × 1000");
    group.sample_size(20);
    let mut editor = Editor::new(document.clone());
    // Each sample moves on by ten hexes, as a quick hand does between two frames.
    let mut at = 0;
    let sizes = (1..=MAX_BRUSH).map(|size| (size, Symmetry::None)).chain([(MAX_BRUSH, Symmetry::Four)]);
    for (size, symmetry) in sizes {
        editor.set_brush_size(size).unwrap();
        editor.set_symmetry(symmetry);
        editor.press_pointer(Coord { col: 0, row: 0 }).unwrap();
        let four = if symmetry == Symmetry::Four { ", four-fold" } else { "" };
        group.bench_function(format!("a step of a stroke, brush {size}{four}"), |b| {
            b.iter(|| {
                at = (at + 10) % 1_000_000;
                editor.drag_pointer(Coord { col: at % 1000, row: at / 1000 * 7 % 1000 }).unwrap();
            });
        });
        editor.release_pointer(Coord { col: 0, row: 0 }).unwrap();
    }
    let stroke = |mut editor: Editor| {
        editor.set_brush_size(5).unwrap();
        editor.press_pointer(Coord { col: 0, row: 0 }).unwrap();
        editor.drag_pointer(Coord { col: 999, row: 999 }).unwrap();
        editor
    };
    let fresh = || Editor::new(document.clone());
    group.bench_function("the end of a stroke across the map", |b| {
        let set_up = || stroke(fresh());
        b.iter_batched_ref(
            set_up,
            |editor| editor.release_pointer(Coord { col: 999, row: 999 }).unwrap(),
            BatchSize::LargeInput,
        );
    });
    group.bench_function("undo of a stroke across the map", |b| {
        let set_up = || {
            let mut editor = stroke(fresh());
            editor.release_pointer(Coord { col: 999, row: 999 }).unwrap();
            editor
        };
        b.iter_batched_ref(set_up, Editor::undo, BatchSize::LargeInput);
    });
    let grass = document.rules().terrain("grass").unwrap();
    let start = document.ground().coords().find(|&at| document.terrain(at) == Some(grass)).unwrap();
    // Gestures from corner to corner. The release is timed, not the press; and so is the undo.
    let corners = [Coord { col: 0, row: 0 }, Coord { col: 999, row: 999 }];
    for (name, tool, from) in [
        ("line", EditorTool::Line, corners[0]),
        ("rectangle", EditorTool::Rectangle, corners[0]),
        ("fill", EditorTool::Fill, start),
    ] {
        let before = |dragged: bool| {
            let mut editor = fresh();
            editor.set_brush_size(5).unwrap();
            editor.set_tool(tool.clone());
            if dragged {
                editor.press_pointer(from).unwrap();
            }
            editor
        };
        // A fill is done once the button is pressed.
        let fills = tool == EditorTool::Fill;
        let work = |editor: &mut Editor| {
            if fills { editor.press_pointer(from) } else { editor.release_pointer(corners[1]) }.unwrap();
        };
        group.bench_function(format!("{name} across the map"), |b| {
            b.iter_batched_ref(|| before(!fills), |editor| work(editor), BatchSize::LargeInput);
        });
        group.bench_function(format!("undo of a {name} across the map"), |b| {
            let set_up = || {
                let mut editor = before(!fills);
                work(&mut editor);
                editor
            };
            b.iter_batched_ref(set_up, |editor| assert!(editor.undo().is_some()), BatchSize::LargeInput);
        });
    }
    group.bench_function("mirror", |b| {
        b.iter_batched_ref(
            || document.clone(),
            |document| document.mirror_map(Mirror::WestEast),
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

/// Everything before the battles, up to a stage.
fn analysis(c: &mut Criterion) {
    let analysis = Analysis::new(&Document::open(&source()).unwrap()).with_battle_count(0);
    let mut group = c.benchmark_group("1000 × 1000, analysis until");
    group.sample_size(10);
    for last in
        [AnalysisStage::Faults, AnalysisStage::Unreachable, AnalysisStage::Heat, AnalysisStage::Chokes]
    {
        group.bench_function(format!("{last:?}"), |b| {
            b.iter(|| {
                let cancel = Cancel::new();
                let end = analysis.report_findings(&cancel, |finding| match finding {
                    Finding::Done(stage) if stage == last => cancel.set_flag(),
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
