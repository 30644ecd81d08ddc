//! Finished pixels.

/// A picture: rows from the top, pixels from the left, four bytes each: red, green, blue and
/// opacity (not multiplied).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Number of pixels in a row.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// `4 × width × height` bytes.
    pub rgba: Vec<u8>,
}

impl Image {
    /// Returns pictures side by side, their upper edges level; transparent where one ends first.
    #[must_use]
    pub fn from_row_of_images(images: &[Self]) -> Self {
        let width = images.iter().map(|image| image.width).sum();
        let height = images.iter().map(|image| image.height).max().unwrap_or(0);
        let mut rgba = Vec::with_capacity(4 * width as usize * height as usize);
        for row in 0..height as usize {
            for image in images {
                let bytes = 4 * image.width as usize;
                match image.rgba.get(row * bytes..(row + 1) * bytes) {
                    Some(pixels) => rgba.extend_from_slice(pixels),
                    None => rgba.resize(rgba.len() + bytes, 0),
                }
            }
        }
        Self { width, height, rgba }
    }

    /// Returns the picture as the bytes of a PNG file.
    ///
    /// # Panics
    /// When it has no pixels.
    #[must_use]
    pub fn to_png(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        let written = encoder.write_header().and_then(|mut writer| {
            writer.write_image_data(&self.rgba)?;
            writer.finish()
        });
        written.expect("memory takes every byte, and there are four for each pixel");
        bytes
    }

    /// Returns the four bytes of a pixel.
    ///
    /// # Panics
    /// When the picture has no such pixel.
    pub fn pixel_at(&self, x: u32, y: u32) -> [u8; 4] {
        assert!(x < self.width && y < self.height);
        let at = 4 * (y as usize * self.width as usize + x as usize);
        std::array::from_fn(|part| self.rgba[at + part])
    }
}
