//! Doctrine files: read, checked, and written in the layout of the shipped one.

use std::sync::{Arc, LazyLock};

use hotgates_text::{Fault, FaultKind, locate_faults, parse_file};

use crate::doctrine::Doctrine;
use crate::number::DoctrineNumber;

/// The usual doctrine as a file.
const SHIPPED_FILE: &str = include_str!("../assets/classic.ron");

/// The switch of the file, which is no number.
const SWITCH: &str = "dusk_always";

static SHIPPED: LazyLock<Arc<Doctrine>> = LazyLock::new(|| read_shipped_file(SHIPPED_FILE));
static HOPLITE: LazyLock<Arc<Doctrine>> =
    LazyLock::new(|| read_shipped_file(include_str!("../assets/hoplite.ron")));

fn read_shipped_file(file: &str) -> Arc<Doctrine> {
    Arc::new(Doctrine::from_ron(file).expect("a shipped doctrine is sound"))
}

impl Default for Doctrine {
    fn default() -> Self {
        Self::clone(&SHIPPED)
    }
}

impl Doctrine {
    /// Names of the doctrines that are built in, the usual one first.
    pub const SHIPPED_NAMES: [&str; 2] = ["classic", "hoplite"];

    /// Returns the usual doctrine, `classic`, which is read once.
    #[must_use]
    pub fn built_in_doctrine() -> Arc<Self> {
        Arc::clone(&SHIPPED)
    }

    /// Returns the doctrine that is built in under a name.
    #[must_use]
    pub fn shipped_doctrine(name: &str) -> Option<Arc<Self>> {
        match name {
            "classic" => Some(Self::built_in_doctrine()),
            "hoplite" => Some(Arc::clone(&HOPLITE)),
            _ => None,
        }
    }

    /// Reads and checks a doctrine file.
    ///
    /// # Errors
    /// Every fault of the text, with its line and column.
    pub fn from_ron(source: &str) -> Result<Self, Vec<Fault>> {
        let doctrine: Self = parse_file(source).map_err(|fault| vec![fault])?;
        let mut faults = doctrine.range_faults();
        if faults.is_empty() {
            return Ok(doctrine);
        }
        locate_faults(source, &mut faults);
        Err(faults)
    }

    /// Returns a fault for every number that is out of its range.
    fn range_faults(&self) -> Vec<Fault> {
        let wrong = self.numbers().into_iter().filter(|(number, value)| *value > number.most);
        let fault = |(number, value): (DoctrineNumber, u32)| {
            Fault::fault_of_field(number.field, FaultKind::OverMaximum { value, max: number.most })
        };
        wrong.map(fault).collect()
    }

    /// Returns the doctrine as a file, in the layout of the shipped one and with its comments.
    #[must_use]
    pub fn to_ron(&self) -> String {
        let mut file = SHIPPED_FILE.to_owned();
        for (number, value) in self.numbers() {
            write_value(&mut file, number.field, &value.to_string());
        }
        write_value(&mut file, SWITCH, &self.dusk_always.to_string());
        file
    }
}

/// Writes a value behind its field, in the place of the one that stands there.
fn write_value(file: &mut String, path: &str, value: &str) {
    let mut from = 0;
    for name in path.split('.') {
        from = end_of_field(file, from, name);
    }
    let length = file[from..].find([',', ')']).unwrap_or(0);
    file.replace_range(from..from + length, value);
}

/// Returns where the value of a field begins, of the first such field behind `from` that is in no comment.
fn end_of_field(file: &str, from: usize, name: &str) -> usize {
    let field = format!("{name}: ");
    let is_field = |at: usize| {
        let line = file[..at].rfind('\n').map_or(0, |end| end + 1);
        let before = file[..at].chars().next_back();
        !file[line..at].contains("//")
            && before.is_none_or(|before| !before.is_alphanumeric() && before != '_')
    };
    let places = file[from..].match_indices(&field).map(|(at, _)| from + at);
    places.into_iter().find(|&at| is_field(at)).expect("the shipped file has every field") + field.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hotgates_choke::DetourRule;
    use proptest::prelude::*;

    fn first_fault(source: &str) -> (String, usize) {
        let fault = Doctrine::from_ron(source).unwrap_err().swap_remove(0);
        (fault.to_string(), fault.position.map_or(0, |position| position.line))
    }

    #[test]
    fn the_shipped_doctrine_is_built_in_and_has_the_numbers_of_the_design() {
        let DetourRule { factor, extra } = Doctrine::default().detour;
        assert_eq!((factor, extra, Doctrine::default().dusk), (2, 4, 250));
    }

    #[test]
    fn shipped_doctrines_are_found_by_their_names() {
        let all = Doctrine::SHIPPED_NAMES.map(|name| Doctrine::shipped_doctrine(name).unwrap());
        assert_eq!(*all[0], Doctrine::default());
        assert_ne!(all[0], all[1]);
        assert_eq!(Doctrine::shipped_doctrine("Classic"), None);
    }

    #[test]
    fn a_doctrine_without_weights_of_evaluations_weighs_them_as_they_are() {
        let shipped = SHIPPED_FILE;
        let older = &shipped[..shipped.find("    // What Strategist").unwrap()];
        assert_eq!(Doctrine::from_ron(&format!("{older})")).unwrap(), Doctrine::default());
        let (fault, _) = first_fault(&shipped.replace("siege: 1000", "siege: 100001"));
        assert!(fault.contains("evaluation.siege"), "{fault}");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let shipped = SHIPPED_FILE;
        let line = 1 + shipped.lines().position(|line| line.contains("relief:")).unwrap();
        let (fault, at) = first_fault(&shipped.replace("relief: 600", "relief: 1600"));
        assert!(fault.contains("1600") && fault.contains("1000") && at == line, "{at}: {fault}");
        let (fault, at) = first_fault(&shipped.replace("relief:", "releif:"));
        assert!(fault.contains("releif") && at == line, "{at}: {fault}");
        let (fault, at) = first_fault(&shipped.replace("relief: 600", "morale: 1,\nformat: 2"));
        assert_eq!(fault, "format 2 is newer than this program, which reads up to format 1");
        assert_eq!(at, line + 1);
    }

    #[test]
    fn the_shipped_doctrine_is_written_as_it_is() {
        assert_eq!(Doctrine::default().to_ron(), SHIPPED_FILE);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_as_the_same(shares in prop::collection::vec(0.0..=1.0_f64, 19), switch: bool) {
            let usual = Doctrine::default();
            let numbers = usual.numbers();
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of the greatest")]
            let values = numbers.iter().zip(&shares).map(|((number, _), share)| {
                (number.field, (f64::from(number.most) * share) as u32)
            });
            let doctrine = Doctrine { dusk_always: switch, ..usual.with_values(values) };
            prop_assert_eq!(Doctrine::from_ron(&doctrine.to_ron()).unwrap(), doctrine);
        }
    }
}
