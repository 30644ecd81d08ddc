//! The magic tower in the terminal.

use std::io::{self, Write};

use anstyle::{Ansi256Color, Style};
use hotgates_academy::tower::{
    Item, KeyColour, RouteStep, ShopWare, SolveOptions, StepObstacle, Tile, TilePlace, Tower, TowerError,
    TowerGame, TowerRequest, WalkDirection,
};

use crate::console::{self, ConsoleOutput, StyledWrite};
use crate::dialogue::{self, TerminalGame, TypedCommand};
use crate::failure::Failure;
use crate::words;

/// States a hint may keep, so that it comes soon.
const HINT_STATES: u64 = 200_000;

/// Plays in the terminal.
///
/// # Errors
/// When the output cannot be written.
pub fn play_tower_in_terminal(tower: Tower, options: &SolveOptions<'static>) -> Result<(), Failure> {
    let options = SolveOptions { states: options.states.or(Some(HINT_STATES)), ..*options };
    dialogue::play_dialogue(&mut TowerDialogue { game: TowerGame::new(tower), options })
}

struct TowerDialogue {
    game: TowerGame,
    options: SolveOptions<'static>,
}

const HELP: &str = "\
n e s w         walk; `nnee` walks four cells   hint        the next step of the best way known
up              take the stairs here            auto [N]    let the computer make N steps, or all
list            what can be done now            undo, restart, help, quit
1,4,5           go there and clear it (floor,row,column)
buy atk         at the shop: hp, atk, def, mdef
. road  # wall  < > stairs  Y B R doors  y b r keys  a d m gems  + potion  / sword  ] shield  $ shop  ! boss";

impl TerminalGame for TowerDialogue {
    fn show_position(&self, out: &mut ConsoleOutput) -> io::Result<()> {
        writeln!(out, "Reach the boss and kill it with as much life left as possible.")?;
        console::write_lines(out, HELP)?;
        self.write_floor(out)
    }

    fn follow_command(&mut self, command: TypedCommand, out: &mut ConsoleOutput) -> Result<(), Failure> {
        match command {
            TypedCommand::Hint => {
                let hint = self.game.next_hint(&self.options).map_err(Failure::bad_input)?;
                return Ok(writeln!(out, "{}", hint.reason)?);
            }
            TypedCommand::Help => return Ok(console::write_lines(out, HELP)?),
            TypedCommand::Other(word) if word == "list" => return self.print_steps(out),
            TypedCommand::Auto(steps) => self.follow_best_route(steps, out)?,
            TypedCommand::Undo => {
                if !self.game.undo_step() {
                    return Ok(writeln!(out, "there is nothing to take back")?);
                }
            }
            TypedCommand::Restart => self.game = TowerGame::new(self.game.tower().clone()),
            TypedCommand::Other(text) => {
                if let Err(error) = self.follow_typed_step(&text, out)? {
                    writeln!(out, "{error}; `help` says what can be typed")?;
                    return Ok(());
                }
            }
            TypedCommand::Quit => {}
        }
        Ok(self.write_floor(out)?)
    }

    fn is_over(&self) -> bool {
        self.game.is_won()
    }
}

impl TowerDialogue {
    /// Walks, climbs, buys or clears, as typed.
    fn follow_typed_step(
        &mut self,
        text: &str,
        out: &mut ConsoleOutput,
    ) -> Result<Result<(), TowerError>, Failure> {
        if text == "up" || text == "down" || text == "stairs" {
            return Ok(self.game.climb_stairs());
        }
        if let Some(name) = text.strip_prefix("buy ") {
            return Ok(name.parse::<ShopWare>().and_then(|ware| self.game.make_step(RouteStep::Buy(ware))));
        }
        let directions: Option<Vec<WalkDirection>> =
            text.chars().filter(|c| *c != ' ').map(parse_direction).collect();
        if let Some(directions) = directions {
            for direction in directions {
                match self.game.walk_one_cell(direction) {
                    Ok(Some(step)) => writeln!(out, "{}", self.describe_step(step))?,
                    Ok(None) => {}
                    Err(error) => return Ok(Err(error)),
                }
            }
            return Ok(Ok(()));
        }
        let step = self.parse_route_step(text);
        Ok(step.and_then(|step| self.game.make_step(step)))
    }

    /// Reads a step by its cell, with or without the cell's contents: `204@0,4,5`, `0,4,5`.
    fn parse_route_step(&self, text: &str) -> Result<RouteStep, TowerError> {
        let impossible = |why| {
            let step = TowerRequest::Step(text.chars().take(40).collect());
            TowerError::Impossible { step, why }
        };
        let place = text.rsplit('@').next().unwrap_or_default();
        let numbers: Option<Vec<u16>> = place.split(',').map(|number| number.trim().parse().ok()).collect();
        let Some([floor, row, column]) = numbers.as_deref().and_then(|n| <[u16; 3]>::try_from(n).ok()) else {
            return Err(impossible(StepObstacle::NoStep));
        };
        let place = TilePlace { floor, row, column };
        let tile = self.game.tile_now_at(place).ok_or_else(|| impossible(StepObstacle::NoCell))?;
        Ok(RouteStep::Clear { place, tile })
    }

    /// Returns a step with its description: `204@0,4,5  monster 204 (12 life)`.
    fn describe_step(&self, step: RouteStep) -> String {
        let RouteStep::Clear { tile, .. } = step else { return step.to_string() };
        let cost =
            self.game.fight_cost_on(tile).map(|cost| format!(", costs {cost} life")).unwrap_or_default();
        format!("{step}  {}{cost}", self.game.tower().tile_name(tile))
    }

    fn print_steps(&self, out: &mut ConsoleOutput) -> Result<(), Failure> {
        let steps = self.game.legal_steps();
        for &step in &steps {
            writeln!(out, "  {}", self.describe_step(step))?;
        }
        if steps.is_empty() {
            writeln!(out, "nothing can be done any more")?;
        }
        Ok(())
    }

    fn follow_best_route(&mut self, steps: Option<u32>, out: &mut ConsoleOutput) -> Result<(), Failure> {
        let mut left = steps.unwrap_or(u32::MAX);
        // One search gives the whole way; only after it has ended another is made.
        while left > 0 {
            let route = self.game.best_route(&self.options).map_err(Failure::bad_input)?;
            if route.is_empty() {
                if !self.game.is_won() {
                    let hint = self.game.next_hint(&self.options).map_err(Failure::bad_input)?;
                    writeln!(out, "{}", hint.reason)?;
                }
                return Ok(());
            }
            for step in route.into_iter().take(usize::try_from(left).unwrap_or(usize::MAX)) {
                let told = self.describe_step(step);
                self.game.make_step(step).map_err(Failure::program_fault)?;
                writeln!(out, "{told}; {} life", self.game.current_state().hero.hp)?;
                left -= 1;
            }
        }
        Ok(())
    }

    fn write_floor(&self, out: &mut ConsoleOutput) -> io::Result<()> {
        let tower = self.game.tower();
        let position = self.game.current_state();
        let at = position.hero.place;
        writeln!(out)?;
        for row in 0..tower.row_count() {
            write!(out, "  ")?;
            for column in 0..tower.column_count() {
                let place = TilePlace { floor: at.floor, row, column };
                let tile = self.game.tile_now_at(place).unwrap_or(Tile::Wall);
                let (sign, colour) = if place == at { ("@".to_owned(), Some(15)) } else { tile_sign(tile) };
                let style = Style::new().fg_color(colour.map(|colour| Ansi256Color(colour).into()));
                out.write_styled(style, &format!("{sign:>4}"))?;
            }
            writeln!(out)?;
        }
        let hero = &position.hero;
        let [yellow, blue, red] = hero.keys;
        writeln!(
            out,
            "  floor {}, {} life, attack {}, defence {}, magic defence {}, keys {yellow} yellow {blue} blue {red} red, {}",
            at.floor,
            hero.hp,
            hero.power.attack,
            hero.power.defence,
            hero.power.magic,
            words::count_words(u64::try_from(hero.coins).unwrap_or(0), "coin", "coins")
        )?;
        if self.game.is_won() {
            writeln!(out, "  The boss is dead, {} life is left.", hero.hp)?;
        }
        Ok(())
    }
}

fn parse_direction(letter: char) -> Option<WalkDirection> {
    Some(match letter {
        'n' => WalkDirection::North,
        'e' => WalkDirection::East,
        's' => WalkDirection::South,
        'w' => WalkDirection::West,
        _ => return None,
    })
}

/// Returns the sign and colour of a tile.
fn tile_sign(tile: Tile) -> (String, Option<u8>) {
    let number = |colour| match colour {
        KeyColour::Yellow => 220,
        KeyColour::Blue => 75,
        KeyColour::Red => 203,
        KeyColour::Green => 114,
    };
    let letter = |colour: KeyColour, letters: [&str; 4]| letters[colour as usize].to_owned();
    match tile {
        Tile::Road => (".".to_owned(), Some(242)),
        Tile::Wall => ("#".to_owned(), Some(242)),
        Tile::Up => ("<".to_owned(), Some(15)),
        Tile::Down => (">".to_owned(), Some(15)),
        Tile::Shop => ("$".to_owned(), Some(177)),
        Tile::Door(colour) => (letter(colour, ["Y", "B", "R", "G"]), Some(number(colour))),
        Tile::Item(Item::Key(colour)) => (letter(colour, ["y", "b", "r", "g"]), Some(number(colour))),
        Tile::Item(Item::Gem(colour)) => (letter(colour, ["a", "d", "a", "m"]), Some(number(colour))),
        Tile::Item(Item::Potion(colour)) => ("+".to_owned(), Some(number(colour))),
        Tile::Item(Item::Sword) => ("/".to_owned(), Some(15)),
        Tile::Item(Item::Shield) => ("]".to_owned(), Some(15)),
        Tile::Monster(299) => ("!".to_owned(), Some(203)),
        Tile::Monster(id) => (id.to_string(), Some(209)),
    }
}
