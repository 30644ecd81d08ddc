//! A map of 1000 × 1000 hexes: read from its file and written to it, in every format.

#![expect(clippy::unwrap_used, reason = "a bench that fails may panic")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use hotgates_convert::{Kind, read, write};
use hotgates_engine::{MapFile, Ruleset};

/// Woods, lakes, roads and ridges without a plan, and a castle in the south.
fn map() -> MapFile {
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
    let rows = (0..1000).map(|row| (0..1000).map(|col| glyph(col, row)).collect()).collect();
    MapFile { name: "Wide".into(), rows, ..MapFile::default() }
}

/// Writing is to the disk and synced: what a person waits for who saves.
fn files(c: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    let (map, rules) = (map(), Ruleset::classic());
    let mut group = c.benchmark_group("1000 × 1000");
    group.sample_size(10);
    for end in ["ron", "tmx", "tmj"] {
        let path = folder.path().join(format!("wide.{end}"));
        let kind = Kind::of(&path).unwrap();
        group.bench_function(format!("write .{end}"), |b| {
            b.iter(|| write(black_box(&map), &rules, kind, &path, "wide").unwrap());
        });
        group.bench_function(format!("read .{end}"), |b| {
            b.iter(|| assert_eq!(read(black_box(&path), &[]).unwrap().map.rows.len(), 1000));
        });
        assert_eq!(read(&path, &[]).unwrap().map, map);
    }
    let path = folder.path().join("wide.map");
    let codes = map.rows.iter().map(|row| {
        let code = |glyph| match glyph {
            'f' => "Gs^Fp",
            '~' => "Wo",
            '^' => "Mm",
            '=' => "Rr",
            _ => "Gg",
        };
        format!("Gg, {}, Gg", row.chars().map(code).collect::<Vec<_>>().join(", "))
    });
    let border = vec!["Gg"; 1002].join(", ");
    let rows: Vec<String> = [border.clone()].into_iter().chain(codes).chain([border]).collect();
    std::fs::write(&path, rows.join("\n")).unwrap();
    group.bench_function("read .map", |b| {
        b.iter(|| assert_eq!(read(black_box(&path), &[]).unwrap().map.rows.len(), 1000));
    });
    group.finish();
}

criterion_group!(benches, files);
criterion_main!(benches);
