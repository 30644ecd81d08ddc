//! Writing: the text of a tower.

use std::fmt::Write as _;

use super::map::{Hero, Tower};

impl Tower {
    /// Returns the text that [`Tower::parse`] reads back as this tower.
    pub fn to_text(&self) -> String {
        let mut text = format!("{}\n{} {}\n", self.floors, self.rows, self.columns);
        let columns = usize::from(self.columns);
        for (row, tiles) in self.start.cells.chunks(columns).enumerate() {
            if row % usize::from(self.rows) == 0 {
                text.push('\n');
            }
            let codes: Vec<String> = tiles.iter().map(|tile| tile.file_code().to_string()).collect();
            text.push_str(&codes.join("\t"));
            text.push('\n');
        }
        let gains = &self.gains;
        write_line(
            &mut text,
            &[
                gains.red_gem,
                gains.blue_gem,
                gains.green_gem,
                gains.red_potion,
                gains.blue_potion,
                gains.yellow_potion,
                gains.green_potion,
                gains.sword,
                gains.shield,
            ],
        );
        write_line(&mut text, &[i64::try_from(self.monsters.len()).unwrap_or(i64::MAX)]);
        for monster in &self.monsters {
            let special = i64::from(monster.special);
            let numbers = [monster.hp, monster.attack, monster.defence, monster.coins, special];
            let _ = write!(text, "{}", monster.id);
            for number in numbers {
                let _ = write!(text, " {number}");
            }
            text.push('\n');
        }
        let shop = &self.shop;
        write_line(&mut text, &[&[shop.first, shop.increase], shop.adds.as_slice()].concat());
        let Hero { hp, power, coins, keys, place } = self.start.hero;
        let place = [place.floor, place.row, place.column].map(i64::from);
        let hero = [&[hp, power.attack, power.defence, power.magic, coins], keys.as_slice(), &place].concat();
        write_line(&mut text, &hero);
        text
    }
}

/// Writes a line of numbers after an empty line.
fn write_line(text: &mut String, numbers: &[i64]) {
    let words: Vec<String> = numbers.iter().map(i64::to_string).collect();
    let _ = writeln!(text, "\n{}", words.join(" "));
}
