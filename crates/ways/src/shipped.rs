//! The maps that come with the crate.

use hotgates_grid::{Cell, Coord, Grid};

use crate::map::WayMap;

/// A map that comes with the crate, as rows of text: the terrains of maps of the wargame, `A` for the start on grass, and
/// `#` for the castle that is the goal.
///
/// ```
/// use hotgates_ways::ShippedWay;
///
/// let map = ShippedWay::ALL[0].parse();
/// assert_eq!((map.grid().width(), map.grid().height()), (16, 10));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShippedWay {
    /// Name of the file, without its extension.
    pub name: &'static str,
    text: &'static str,
}

/// Costs of entering the terrains, by the letters of map files, as infantry has them in the classic ruleset; nobody can
/// enter others.
const ENTRY_COSTS: [(char, u8); 5] = [('=', 1), ('H', 1), ('.', 2), ('#', 2), ('f', 4)];

/// Letter of the start, which is grass.
const START: char = 'A';

/// Makes the list of maps from the names of their files.
macro_rules! shipped {
    ($($name:literal),*) => {
        [$(ShippedWay { name: $name, text: include_str!(concat!("../maps/", $name, ".txt")) }),*]
    };
}

impl ShippedWay {
    /// All maps, from the plainest on.
    pub const ALL: [ShippedWay; 4] = shipped!["plain", "road", "bay", "river"];

    /// Returns the rows of the map as a map file has them.
    pub fn rows(&self) -> Vec<String> {
        self.text.lines().map(|row| row.replace(START, ".")).collect()
    }

    /// Returns the map ready to be searched.
    pub fn parse(&self) -> WayMap {
        let rows: Vec<Vec<char>> = self.text.lines().map(|row| row.chars().collect()).collect();
        let grid = Grid::new(rows[0].len(), rows.len());
        let mut costs = vec![0; grid.len()];
        let mut ends = [None::<Cell>; 2];
        for cell in grid.cells() {
            let Coord { col, row } = grid.coord(cell);
            let glyph =
                usize::try_from(col).ok().zip(usize::try_from(row).ok()).map(|(col, row)| rows[row][col]);
            let glyph = glyph.expect("cells of the grid are on the map");
            let cost_of = |glyph| ENTRY_COSTS.iter().find(|&&(known, _)| known == glyph);
            costs[cell.index()] =
                cost_of(if glyph == START { '.' } else { glyph }).map_or(0, |&(_, cost)| cost);
            match glyph {
                START => ends[0] = Some(cell),
                '#' => ends[1] = Some(cell),
                _ => {}
            }
        }
        let [start, goal] = ends.map(|end| end.expect("shipped maps have a start and a castle"));
        WayMap::new(grid, &costs, start, goal).expect("shipped maps are sound")
    }
}
