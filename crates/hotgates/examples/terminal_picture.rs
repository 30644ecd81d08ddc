//! Turns what the program prints in colour into a picture for a page: ANSI text on standard input
//! becomes SVG on standard output.
//!
//! ```text
//! hotgates battle maps/hot_gates.ron --watch --color always | cargo run --example terminal_picture > picture.svg
//! ```

use std::fmt::Write as _;
use std::io::{self, Read};

const CHARACTER: f32 = 8.4;
const LINE: f32 = 17.0;
const MARGIN: f32 = 14.0;

/// A stretch of text in one style.
#[derive(Clone, Default, PartialEq)]
struct Style {
    front: Option<u8>,
    back: Option<u8>,
    bold: bool,
}

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let lines: Vec<_> = text.trim_end().lines().map(runs).collect();
    let columns =
        lines.iter().map(|line| line.iter().map(|(_, text)| text.chars().count()).sum()).max().unwrap_or(0);
    print!("{}", svg(&lines, columns));
    Ok(())
}

/// The stretches of a line.
fn runs(line: &str) -> Vec<(Style, String)> {
    let mut runs = Vec::new();
    let mut style = Style::default();
    for part in line.split('\u{1b}') {
        let text = match part.strip_prefix('[').and_then(|rest| rest.split_once('m')) {
            Some((codes, text)) => {
                style.change(codes);
                text
            }
            None => part,
        };
        if !text.is_empty() {
            runs.push((style.clone(), text.to_owned()));
        }
    }
    runs
}

impl Style {
    fn change(&mut self, codes: &str) {
        let codes: Vec<u8> = codes.split(';').map(|code| code.parse().unwrap_or(0)).collect();
        match codes[..] {
            [0] => *self = Self::default(),
            [1] => self.bold = true,
            [38, 5, colour] => self.front = Some(colour),
            [48, 5, colour] => self.back = Some(colour),
            [30..=37, ..] => self.front = Some(codes[0] - 30),
            _ => {}
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "columns and lines of a terminal")]
fn svg(lines: &[Vec<(Style, String)>], columns: usize) -> String {
    let width = columns as f32 * CHARACTER + 2.0 * MARGIN;
    let height = lines.len() as f32 * LINE + 2.0 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.1} {height:.1}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" \
         font-size=\"14\" xml:space=\"preserve\">\n<style>text {{ white-space: pre }}</style>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#16181d\"/>\n"
    );
    for (index, line) in lines.iter().enumerate() {
        let top = MARGIN + index as f32 * LINE;
        let mut column = 0;
        for (style, text) in line {
            let length = text.chars().count();
            let (x, length_px) = (MARGIN + column as f32 * CHARACTER, length as f32 * CHARACTER);
            if let Some(back) = style.back {
                // A hair wider than its place, so that no line shows between two of them.
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/>",
                    length_px + 0.4,
                    LINE + 0.4,
                    colour(back)
                );
            }
            if !text.trim().is_empty() {
                let weight = if style.bold { " font-weight=\"bold\"" } else { "" };
                let _ = writeln!(
                    svg,
                    "<text x=\"{x:.1}\" y=\"{:.1}\" textLength=\"{length_px:.1}\" fill=\"{}\"{weight}>{}</text>",
                    top + 13.0,
                    style.front.map_or_else(|| "#d7dae0".to_owned(), colour),
                    text.replace('&', "&amp;").replace('<', "&lt;")
                );
            }
            column += length;
        }
    }
    svg + "</svg>\n"
}

/// A colour of the terminals' palette.
fn colour(index: u8) -> String {
    let step = |level: u8| if level == 0 { 0 } else { 55 + 40 * u16::from(level) };
    let [red, green, blue] = match index {
        232.. => [8 + 10 * u16::from(index - 232); 3],
        16.. => [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6].map(step),
        1 => [205, 60, 60],
        3 => [205, 180, 60],
        _ => [215; 3],
    };
    format!("#{red:02x}{green:02x}{blue:02x}")
}
