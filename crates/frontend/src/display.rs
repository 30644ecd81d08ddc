//! Whether a window can be opened at all, asked before anything of the window is built: Bevy would
//! panic.

use std::path::Path;

/// The reason why there can be no window.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WindowObstacle {
    /// No desktop is running that a window could be opened on.
    #[error("there is no display to open a window on")]
    NoDisplay,
    /// The desktop that the environment names does not answer.
    #[error("the display {0} does not answer")]
    DeadDisplay(String),
    /// No graphics card and no software driver can draw.
    #[error("no graphics adapter was found: a driver for Vulkan, Metal or DirectX is needed")]
    NoAdapter,
}

/// Looks for a display and a graphics adapter.
///
/// # Errors
/// The missing display or adapter.
pub fn check_window_possible() -> Result<(), WindowObstacle> {
    check_display()?;
    check_adapter()
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn check_display() -> Result<(), WindowObstacle> {
    Ok(())
}

/// Looks for a Wayland socket or an X server that takes a connection, in the order in which winit
/// tries them.
#[cfg(all(unix, not(target_os = "macos")))]
fn check_display() -> Result<(), WindowObstacle> {
    let named = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let (wayland, x) = (named("WAYLAND_DISPLAY"), named("DISPLAY"));
    let answers = |path: &Path| std::os::unix::net::UnixStream::connect(path).is_ok();
    if let Some(socket) = &wayland {
        let folder = named("XDG_RUNTIME_DIR").unwrap_or_else(|| "/tmp".to_owned());
        if answers(&Path::new(&folder).join(socket)) {
            return Ok(());
        }
    }
    match (x, wayland) {
        (Some(x), _) if x_server_answers(&x, answers) => Ok(()),
        (Some(dead), _) | (None, Some(dead)) => Err(WindowObstacle::DeadDisplay(dead)),
        (None, None) => Err(WindowObstacle::NoDisplay),
    }
}

/// Returns `true` if an X server answers at `host:number.screen`.
#[cfg(all(unix, not(target_os = "macos")))]
fn x_server_answers(display: &str, answers: impl Fn(&Path) -> bool) -> bool {
    let Some((host, number)) = display.rsplit_once(':') else { return false };
    let Ok(number) = number.split('.').next().unwrap_or_default().parse::<u16>() else { return false };
    if host.is_empty() || host == "unix" {
        return answers(Path::new(&format!("/tmp/.X11-unix/X{number}"))) || abstract_socket_answers(number);
    }
    // Over a network, as ssh forwards it.
    std::net::TcpStream::connect((host, 6000_u16.saturating_add(number))).is_ok()
}

/// Returns `true` if an X server answers on its abstract socket, a name that is no file, on which X
/// servers on Linux listen, too.
#[cfg(target_os = "linux")]
fn abstract_socket_answers(number: u16) -> bool {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixStream};
    SocketAddr::from_abstract_name(format!("/tmp/.X11-unix/X{number}"))
        .is_ok_and(|address| UnixStream::connect_addr(&address).is_ok())
}

#[cfg(all(unix, not(target_os = "macos"), not(target_os = "linux")))]
fn abstract_socket_answers(_: u16) -> bool {
    false
}

fn check_adapter() -> Result<(), WindowObstacle> {
    use bevy::render::settings::{Backends, WgpuSettings};
    let wanted = WgpuSettings::default().backends.unwrap_or(Backends::all());
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends: wanted,
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    });
    let found = bevy::tasks::block_on(instance.enumerate_adapters(wanted));
    if found.is_empty() { Err(WindowObstacle::NoAdapter) } else { Ok(()) }
}
