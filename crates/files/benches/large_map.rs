//! A map of 1000 × 1000 hexes: read from its file and written to it, in every format.

#![expect(clippy::unwrap_used, reason = "a bench that fails may panic")]

#[path = "../../editor/benches/wide/mod.rs"]
mod wide;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use hotgates_engine::{MapFile, Ruleset};
use hotgates_files::{FileAccess, MapFormat, read_map, write_map};

/// Writing is to the disk and synced: what a person waits for who saves.
fn files(c: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    let (map, rules) =
        (MapFile { name: "Wide".into(), rows: wide::rows(), ..MapFile::default() }, Ruleset::classic());
    let mut group = c.benchmark_group("1000 × 1000");
    group.sample_size(10);
    for end in ["ron", "tmx", "tmj"] {
        let path = folder.path().join(format!("wide.{end}"));
        let kind = MapFormat::by_extension(&path).unwrap();
        group.bench_function(format!("write .{end}"), |b| {
            b.iter(|| write_map(black_box(&map), &rules, kind, &path, "wide").unwrap());
        });
        group.bench_function(format!("read .{end}"), |b| {
            b.iter(|| {
                let read = read_map(black_box(&path), &[], FileAccess::default()).unwrap();
                assert_eq!(read.map.rows.len(), 1000);
            });
        });
        assert_eq!(read_map(&path, &[], FileAccess::default()).unwrap().map, map);
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
        b.iter(|| {
            let read = read_map(black_box(&path), &[], FileAccess::default()).unwrap();
            assert_eq!(read.map.rows.len(), 1000);
        });
    });
    group.finish();
}

criterion_group!(benches, files);
criterion_main!(benches);
