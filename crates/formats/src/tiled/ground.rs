//! The ground of a map: its visible layers put on top of each other.

use hotgates_engine::Grid;

use super::data;
use super::model::{LayerContent, TiledChunk, TiledMap};
use super::shape::{GridSymmetry, HexPlacement, StaggerAxis};
use crate::detail::{LayerFault, LimitedThing};
use crate::error::{ImportError, ImportProblem, quote_shortly};

/// Greatest number of tiles in all layers of a map together: sixteen layers of the largest map.
const MAX_TILES: u64 = 16 * Grid::MAX_HEXES as u64;
/// Greatest side length, and greatest area, of the rectangle that the chunks of an infinite map
/// span before empty edges are cut off, in tiles.
const MAX_SPAN: i64 = 8192;
const MAX_SPANNED: i64 = 1 << 24;

/// Bits of an id that say that a tile is flipped or turned; the ground stays the same.
const FLIPS: u32 = 0xF000_0000;

/// The topmost tile of each hex of a rectangle, 0 where there is none.
#[derive(Debug)]
pub struct TopTiles {
    gids: Vec<u32>,
    /// Coordinates of the rectangle's top left tile.
    start: [i64; 2],
    width: usize,
    height: usize,
}

impl TopTiles {
    /// Puts the visible tile layers of a map on top of each other. The ground of an infinite map is
    /// the part that has tiles.
    pub fn from_layers(map: &mut TiledMap) -> Result<Self, ImportError> {
        let infinite = map.infinite;
        let mut layers = Vec::new();
        for layer in map.layers.iter_mut().filter(|layer| layer.visible) {
            if let LayerContent::Tiles(chunks) = &mut layer.content {
                layers.push((quote_shortly(&layer.name), std::mem::take(chunks)));
            }
        }
        let tiles = |chunk: &TiledChunk| u64::from(chunk.width) * u64::from(chunk.height);
        if layers.iter().flat_map(|(_, chunks)| chunks).map(tiles).fold(0, u64::saturating_add) > MAX_TILES {
            return Err(
                ImportProblem::TooMany { what: LimitedThing::TilesInAllLayers, max: MAX_TILES }.into()
            );
        }
        let mut ground = if infinite {
            Self::empty_ground_around_chunks(&layers)?
        } else {
            Self::empty_of_size(map.width, map.height)?
        };
        for (name, chunks) in layers {
            let wrong = |why| ImportProblem::Layer { layer: name.clone(), why };
            for chunk in chunks {
                if !infinite && (chunk.width, chunk.height) != (map.width, map.height) {
                    let sizes = [chunk.width, chunk.height, map.width, map.height];
                    let [width, height, map_width, map_height] = sizes;
                    let why = LayerFault::Size { width, height, map_width, map_height };
                    return Err(wrong(why).into());
                }
                let gids = data::unpack_gids(&chunk).map_err(wrong)?;
                ground.put_chunk(&chunk, &gids);
            }
        }
        if ground.gids.iter().all(|&gid| gid == 0) {
            return Err(ImportProblem::NoTiles.into());
        }
        Ok(if infinite { ground.crop_empty_edges()? } else { ground })
    }

    fn empty_of_size(width: u32, height: u32) -> Result<Self, ImportError> {
        check_size(width.into(), height.into())?;
        let [width, height] = [width, height].map(|side| side as usize);
        Ok(Self { gids: vec![0; width * height], start: [0, 0], width, height })
    }

    /// Returns empty ground with room for every chunk.
    fn empty_ground_around_chunks(layers: &[(String, Vec<TiledChunk>)]) -> Result<Self, ImportError> {
        let chunks = || {
            layers.iter().flat_map(|(_, chunks)| chunks).filter(|chunk| chunk.width > 0 && chunk.height > 0)
        };
        let ends = |place: fn(&TiledChunk) -> (i32, u32)| {
            let start = chunks().map(|chunk| i64::from(place(chunk).0)).min()?;
            let end = chunks().map(|chunk| i64::from(place(chunk).0) + i64::from(place(chunk).1)).max()?;
            Some((start, end - start))
        };
        let (Some((x, width)), Some((y, height))) =
            (ends(|chunk| (chunk.x, chunk.width)), ends(|chunk| (chunk.y, chunk.height)))
        else {
            return Err(ImportProblem::NoTiles.into());
        };
        if width > MAX_SPAN || height > MAX_SPAN || width * height > MAX_SPANNED {
            return Err(map_too_large_problem(width.unsigned_abs(), height.unsigned_abs()).into());
        }
        let [width, height] = [width, height].map(|side| usize::try_from(side).unwrap_or(0));
        Ok(Self { gids: vec![0; width * height], start: [x, y], width, height })
    }

    fn put_chunk(&mut self, chunk: &TiledChunk, gids: &[u32]) {
        if chunk.width == 0 || chunk.height == 0 {
            return;
        }
        let [left, top] = [i64::from(chunk.x) - self.start[0], i64::from(chunk.y) - self.start[1]]
            .map(|offset| usize::try_from(offset).expect("the ground spans every chunk"));
        for (row, tiles) in gids.chunks(chunk.width as usize).enumerate() {
            let start = (top + row) * self.width + left;
            for (under, &gid) in self.gids[start..start + tiles.len()].iter_mut().zip(tiles) {
                if gid & !FLIPS != 0 {
                    *under = gid & !FLIPS;
                }
            }
        }
    }

    /// Returns the ground without the empty rows and columns around it.
    fn crop_empty_edges(self) -> Result<Self, ImportError> {
        let has_tile = |x: usize, y: usize| self.gids[y * self.width + x] != 0;
        let used_rows = (0..self.height).filter(|&y| (0..self.width).any(|x| has_tile(x, y)));
        let used_columns = (0..self.width).filter(|&x| (0..self.height).any(|y| has_tile(x, y)));
        let ends = |mut used: Box<dyn Iterator<Item = usize> + '_>| {
            let first = used.next().unwrap_or(0);
            (first, used.last().unwrap_or(first))
        };
        let ((left, right), (top, bottom)) = (ends(Box::new(used_columns)), ends(Box::new(used_rows)));
        let (width, height) = (right - left + 1, bottom - top + 1);
        check_size(width as u64, height as u64)?;
        let row = |y: usize| &self.gids[y * self.width + left..=y * self.width + right];
        let gids = (top..=bottom).flat_map(row).copied().collect();
        let offset = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        let start = [self.start[0] + offset(left), self.start[1] + offset(top)];
        Ok(Self { gids, start, width, height })
    }

    /// Returns the symmetry that turns the rectangle into one of our maps. A rectangle that starts
    /// at an odd line has even lines where the map has odd ones.
    pub fn symmetry_to_odd_columns(&self, shape: &HexPlacement) -> GridSymmetry {
        let first = self.start[usize::from(shape.axis == StaggerAxis::Y)];
        GridSymmetry {
            axis: shape.axis,
            odd: shape.odd == (first.rem_euclid(2) == 0),
            width: to_side_length(self.width),
            height: to_side_length(self.height),
        }
    }

    /// Returns the place in the rectangle of one of Tiled's tiles; `None` outside.
    pub fn place_of_tile(&self, tile: [i64; 2]) -> Option<[i32; 2]> {
        let [x, y] = [tile[0] - self.start[0], tile[1] - self.start[1]];
        let inside = |n: i64, size: usize| usize::try_from(n).ok().filter(|&n| n < size).map(to_side_length);
        Some([inside(x, self.width)?, inside(y, self.height)?])
    }

    /// Returns every place of the rectangle with its tile, row by row.
    pub fn places_and_tiles(&self) -> impl Iterator<Item = ([i32; 2], u32)> + '_ {
        let rows = self.gids.chunks(self.width).enumerate();
        rows.flat_map(move |(y, row)| {
            row.iter().enumerate().map(move |(x, &gid)| ([to_side_length(x), to_side_length(y)], gid))
        })
    }
}

fn to_side_length(n: usize) -> i32 {
    i32::try_from(n).expect("at most 4096 a side")
}

fn check_size(width: u64, height: u64) -> Result<(), ImportProblem> {
    if width == 0 || height == 0 {
        return Err(ImportProblem::NoTiles);
    }
    let (max_side, max) = (Grid::MAX_SIDE as u64, Grid::MAX_HEXES as u64);
    if width > max_side || height > max_side || width * height > max {
        return Err(map_too_large_problem(width, height));
    }
    Ok(())
}

const fn map_too_large_problem(width: u64, height: u64) -> ImportProblem {
    ImportProblem::TooLarge { width, height, max_side: Grid::MAX_SIDE as u64, max: Grid::MAX_HEXES as u64 }
}
