//! Who commands each side: by option, else by the file, else the default.

use hotgates_ai::{Match, Player, UnknownPlayer, own_seeds};
use hotgates_engine::{Battle, BySide, Fault, Side};

use crate::failure::Failure;
use hotgates_files::LoadedScenario;

/// Who plays where neither an option nor the file says so.
pub const DEFAULT: BySide<&str> = BySide { red: "hunter", blue: "warden" };

/// The names of both commanders, as given: `hunter`, `hunter:colonel`.
pub type Names = BySide<String>;

/// The commanders that options ask for, or the file, or [`DEFAULT`]; each is known to be there.
///
/// # Errors
/// When one is not, with those there are.
pub fn choose(
    options: &BySide<Option<String>>,
    loaded: &LoadedScenario,
    battle: &Battle,
) -> Result<Names, Failure> {
    for side in Side::BOTH {
        let Some(name) = options[side].as_deref().or_else(|| loaded.commander(side)) else { continue };
        if let Err(unknown) = Player::named(name, battle, 0) {
            return Err(match &options[side] {
                Some(_) => Failure::input(format!("--{}: {unknown}", side.name())),
                None => loaded.fault_in(&format!("{}.commander", side.name()), unknown.into()).into(),
            });
        }
    }
    Ok(BySide::new(|side| {
        let name = options[side].as_deref().or_else(|| loaded.commander(side));
        name.unwrap_or(DEFAULT[side]).to_owned()
    }))
}

/// The commanders that the file names and nobody knows.
pub fn faults(loaded: &LoadedScenario, battle: &Battle) -> Vec<Fault> {
    let fault = |side: Side| {
        let unknown = Player::named(loaded.commander(side)?, battle, 0).err()?;
        Some(Fault::at_field(format!("{}.commander", side.name()), unknown.into()))
    };
    Side::BOTH.into_iter().filter_map(fault).collect()
}

/// Both commanders at the table, with the dice of a seed.
///
/// # Errors
/// When one of the names is not known.
pub fn seat(names: &Names, battle: Battle, seed: u64) -> Result<Match, UnknownPlayer> {
    let own = own_seeds(seed);
    let players = BySide {
        red: Player::named(&names.red, &battle, own.red)?,
        blue: Player::named(&names.blue, &battle, own.blue)?,
    };
    Ok(Match::new(battle, seed, players))
}
