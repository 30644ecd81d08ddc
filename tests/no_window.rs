//! Where no window can be opened, the program says so and names what works without one.

use crate::program::{program, said};

/// What the program says without a command, with these variables set.
fn without_a_command(variables: &[(&str, &str)]) -> String {
    let mut program = program::<&str>(&[]);
    program.envs(variables.iter().copied());
    let said = said(&program.output().expect("the program starts"));
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    assert!(said.err.contains("`hotgates battle MAP`"), "{}", said.err);
    said.err
}

#[test]
fn without_a_display_it_names_what_works() {
    let message = without_a_command(&[]);
    let window = cfg!(feature = "window") && cfg!(target_os = "linux");
    assert!(message.contains(if window { "no display" } else { "no window" }), "{message}");
}

#[cfg(all(feature = "window", target_os = "linux"))]
#[test]
fn a_display_that_does_not_answer_is_named() {
    let message = without_a_command(&[("DISPLAY", ":64999")]);
    assert!(message.contains("the display :64999 does not answer"), "{message}");
    let message = without_a_command(&[("DISPLAY", "nobody.invalid:0")]);
    assert!(message.contains("the display nobody.invalid:0 does not answer"), "{message}");
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let message = without_a_command(&[("WAYLAND_DISPLAY", "wayland-9"), ("XDG_RUNTIME_DIR", folder)]);
    assert!(message.contains("the display wayland-9 does not answer"), "{message}");
}
