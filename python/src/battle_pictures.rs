//! Battles as pictures and as text.

use std::io::{self, Write};

use anstyle::Style;
use hotgates_engine::{Battle, Side, visible_text};
use hotgates_picture::{Picture, PositionDrawing};
use hotgates_terminal::block_map::{TerminalMap, TerminalMapStyle};
use hotgates_terminal::console::StyledWrite;
use numpy::{IntoPyArray, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::battle::PyBattle;
use crate::errors::HotgatesError;
use crate::values::side_by_name;

/// Text with the colours of a terminal, in memory.
struct StyledText {
    bytes: Vec<u8>,
    colour: bool,
}

impl Write for StyledText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl StyledWrite for StyledText {
    fn write_styled(&mut self, style: Style, text: &str) -> io::Result<()> {
        let shown = visible_text(text).to_string();
        if self.colour {
            write!(self.bytes, "{style}{shown}{style:#}")
        } else {
            self.bytes.write_all(shown.as_bytes())
        }
    }
}

/// Returns a battle as text, a block for each hex.
pub fn text_of_battle(battle: &Battle, colour: bool) -> PyResult<String> {
    let mut text = StyledText { bytes: Vec::new(), colour };
    let width = 4 * usize::try_from(battle.grid().width()).unwrap_or(0) + 16;
    let written = TerminalMap::from_battle(battle).write_map(&mut text, TerminalMapStyle { colour, width });
    written.map_err(|why| HotgatesError::new_err(why.to_string()))?;
    Ok(String::from_utf8_lossy(&text.bytes).into_owned())
}

/// Returns a battle as pixels without opacity, ``(height, width, 3)``.
pub fn pixels_of_battle<'py>(
    py: Python<'py>,
    battle: &Battle,
    hex: f64,
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    if !(1.0..=256.0).contains(&hex) {
        return Err(HotgatesError::new_err(format!("a hex is 1 to 256 pixels wide, not {hex}")));
    }
    let image = py.detach(|| Picture::from_battle(battle).draw_with_hexes(hex));
    let pixels: Vec<u8> =
        image.rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    pixels.into_pyarray(py).reshape([image.height as usize, image.width as usize, 3])
}

/// Returns the battle as a side knows it, or as it is.
fn seen_by(battle: &Battle, side: Option<Side>) -> Battle {
    side.map_or(battle, |side| battle.known_to(side)).clone()
}

#[pymethods]
impl PyBattle {
    /// Returns the battle as text, a block of two lines for each hex.
    ///
    /// Args:
    ///     colour: ``True`` for the colours of a terminal.
    ///     side: ``"red"`` or ``"blue"`` for what that side knows.
    ///
    /// >>> import hotgates
    /// >>> len(hotgates.Battle.shipped().to_text().splitlines()) > 10
    /// True
    #[pyo3(signature = (*, colour=false, side=None))]
    fn to_text(&self, colour: bool, side: Option<&str>) -> PyResult<String> {
        let side = side.map(side_by_name).transpose()?;
        text_of_battle(&seen_by(self.lock().battle(), side), colour)
    }

    /// Returns the battle as pixels: ``uint8`` of the shape ``(height, width, 3)``, red, green and blue.
    ///
    /// Args:
    ///     hex: Width of a hex in pixels.
    ///     side: ``"red"`` or ``"blue"`` for what that side knows.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Battle.shipped().to_pixels(hex=16).shape[2]
    /// 3
    #[pyo3(signature = (*, hex=32.0, side=None))]
    fn to_pixels<'py>(
        &self,
        py: Python<'py>,
        hex: f64,
        side: Option<&str>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let side = side.map(side_by_name).transpose()?;
        let battle = seen_by(self.lock().battle(), side);
        pixels_of_battle(py, &battle, hex)
    }

    /// Returns the battle as the bytes of a PNG file.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Battle.shipped().to_png(hex=16)[:4]
    /// b'\x89PNG'
    #[pyo3(signature = (*, hex=32.0))]
    fn to_png<'py>(&self, py: Python<'py>, hex: f64) -> PyResult<Bound<'py, PyBytes>> {
        if !(1.0..=256.0).contains(&hex) {
            return Err(HotgatesError::new_err(format!("a hex is 1 to 256 pixels wide, not {hex}")));
        }
        let battle = seen_by(self.lock().battle(), None);
        let bytes = py.detach(|| Picture::from_battle(&battle).draw_with_hexes(hex).to_png());
        Ok(PyBytes::new(py, &bytes))
    }

    /// Returns the battle as a drawing in SVG; notebooks show it.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Battle.shipped().to_svg()[:4]
    /// '<svg'
    pub fn to_svg(&self) -> String {
        let held = self.lock();
        PositionDrawing { battle: held.battle(), orders: &[], better: &[] }.to_svg()
    }

    fn _repr_svg_(&self) -> String {
        self.to_svg()
    }
}
