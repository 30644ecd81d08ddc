//! Pictures that move: PNG files of several pictures, shown one after the other for ever.

use png::{BlendOp, Writer};

use crate::image::Image;

/// A picture that is shown for a while.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownImage {
    /// The picture.
    pub image: Image,
    /// Time that it is shown for, in milliseconds.
    pub milliseconds: u16,
}

/// A region of a picture in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PixelRegion {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

/// Returns `count` pictures of one size as the bytes of one PNG file (an APNG) that shows one after the other, and
/// begins again after the last. Programs that know nothing of moving pictures show the first. `None` when there are
/// fewer pictures, or none.
///
/// Of each picture but the first only the region is kept in which it differs from the one before, and there only the
/// pixels that do, unless some are translucent; two pictures are in memory at a time.
///
/// # Panics
/// When pictures differ in size, or have no pixels.
#[must_use]
pub fn animated_png(count: u32, shown: impl IntoIterator<Item = ShownImage>) -> Option<Vec<u8>> {
    let mut shown = shown.into_iter().take(count as usize);
    let first = shown.next()?;
    let (width, height) = (first.image.width, first.image.height);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgba);
    let mut written = 1;
    let write_all = || {
        encoder.set_animated(count, 0)?;
        let mut writer = encoder.write_header()?;
        write_picture(&mut writer, &first.image, first.milliseconds)?;
        let mut before = first.image;
        for ShownImage { image, milliseconds } in shown {
            assert_eq!((image.width, image.height), (width, height), "pictures of one size");
            let changed = region_of_change(&before, &image);
            writer.reset_frame_position()?;
            writer.set_frame_dimension(changed.width, changed.height)?;
            writer.set_frame_position(changed.left, changed.top)?;
            let mut part = image.part_of_image(changed);
            let is_opaque = part.rgba.iter().skip(3).step_by(4).all(|&opacity| opacity == u8::MAX);
            if is_opaque {
                part.clear_pixels_equal_to(&before.part_of_image(changed));
            }
            writer.set_blend_op(if is_opaque { BlendOp::Over } else { BlendOp::Source })?;
            write_picture(&mut writer, &part, milliseconds)?;
            before = image;
            written += 1;
        }
        if written == count { writer.finish().map(|()| true) } else { Ok(false) }
    };
    let is_whole = write_all().expect("memory takes every byte, and pictures have the size that was said");
    is_whole.then_some(bytes)
}

fn write_picture(
    writer: &mut Writer<&mut Vec<u8>>,
    image: &Image,
    milliseconds: u16,
) -> Result<(), png::EncodingError> {
    writer.set_frame_delay(milliseconds, 1000)?;
    writer.write_image_data(&image.rgba)
}

/// Returns the smallest region outside which two pictures of one size are equal; one pixel where they are equal, as a
/// region cannot be empty.
fn region_of_change(before: &Image, after: &Image) -> PixelRegion {
    let bytes = 4 * after.width as usize;
    let mut changed = before
        .rgba
        .chunks(bytes)
        .zip(after.rgba.chunks(bytes))
        .zip(0..)
        .filter(|((old, new), _)| old != new)
        .map(|((old, new), row): (_, u32)| {
            let differs = |(old, new): (&[u8], &[u8])| old != new;
            let pixels = || old.chunks(4).zip(new.chunks(4));
            let left = pixels().position(differs).unwrap_or(0);
            let right = pixels().rposition(differs).unwrap_or(0);
            (row, left, right)
        });
    let Some((top, mut left, mut right)) = changed.next() else {
        return PixelRegion { left: 0, top: 0, width: 1, height: 1 };
    };
    let mut bottom = top;
    for (row, first, last) in changed {
        bottom = row;
        left = left.min(first);
        right = right.max(last);
    }
    let whole = |pixels: usize| u32::try_from(pixels).expect("sides of pictures are 32-bit numbers");
    PixelRegion { left: whole(left), top, width: whole(right - left + 1), height: bottom - top + 1 }
}

impl Image {
    /// Makes pixels transparent that an image of the same size has, too: they are compressed to nearly nothing.
    fn clear_pixels_equal_to(&mut self, before: &Self) {
        for (new, _) in self.rgba.chunks_mut(4).zip(before.rgba.chunks(4)).filter(|(new, old)| new == old) {
            new.fill(0);
        }
    }

    fn part_of_image(&self, region: PixelRegion) -> Self {
        let PixelRegion { left, top, width, height } = region;
        let row = |y: u32| {
            let first = 4 * (y as usize * self.width as usize + left as usize);
            &self.rgba[first..first + 4 * width as usize]
        };
        Self { width, height, rgba: (top..top + height).flat_map(row).copied().collect() }
    }

    /// Returns `width` × `height` pixels of the image, from `margin` pixels below and right of its corner.
    pub(crate) fn cut_out(&self, margin: u32, width: u32, height: u32) -> Self {
        self.part_of_image(PixelRegion { left: margin, top: margin, width, height })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Shows an animation as a reader of the format does: each picture put over the one before.
    fn shown_pictures(bytes: &[u8]) -> Vec<ShownImage> {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
        let count = reader.info().animation_control().expect("an animation").num_frames;
        let (width, height) = (reader.info().width, reader.info().height);
        let mut canvas = Image { width, height, rgba: vec![0; 4 * (width * height) as usize] };
        let mut next = || {
            let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
            let info = reader.next_frame(&mut pixels).expect("a picture");
            let frame = reader.info().frame_control().expect("a frame of the animation");
            assert_eq!(frame.delay_den, 1000);
            let row = 4 * info.width as usize;
            for (y, new) in pixels[..row * info.height as usize].chunks(row).enumerate() {
                let at = 4 * ((y + frame.y_offset as usize) * width as usize + frame.x_offset as usize);
                for (old, new) in canvas.rgba[at..at + row].chunks_mut(4).zip(new.chunks(4)) {
                    if frame.blend_op == BlendOp::Source || new[3] == 255 {
                        old.copy_from_slice(new);
                    } else {
                        assert_eq!(new, [0; 4], "nothing is mixed");
                    }
                }
            }
            ShownImage { image: canvas.clone(), milliseconds: frame.delay_num }
        };
        (0..count).map(|_| next()).collect()
    }

    prop_compose! {
        fn sized_pictures()(width in 1_u32..7, height in 1_u32..7)(
            pictures in prop::collection::vec(
                // Few colours: much stays as it is from one picture to the next. Half of them are opaque.
                (prop::collection::vec(0_u8..2, 4 * (width * height) as usize), any::<bool>(), 0_u16..4000),
                1..6,
            ),
            width in Just(width),
            height in Just(height),
        ) -> Vec<ShownImage> {
            let shown = |(mut rgba, is_opaque, milliseconds): (Vec<u8>, bool, u16)| {
                rgba.iter_mut().skip(3).step_by(4).filter(|_| is_opaque).for_each(|opacity| *opacity = 255);
                ShownImage { image: Image { width, height, rgba }, milliseconds }
            };
            pictures.into_iter().map(shown).collect()
        }
    }

    proptest! {
        #[test]
        fn an_animation_shows_the_pictures_that_it_was_made_of(pictures in sized_pictures()) {
            let count = u32::try_from(pictures.len()).unwrap();
            prop_assert_eq!(shown_pictures(&animated_png(count, pictures.clone()).unwrap()), pictures);
        }
    }

    #[test]
    fn a_small_change_takes_few_bytes() {
        let mut noise = 1_u32;
        let mut next_byte = |_| {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            noise.to_be_bytes()[0]
        };
        let first = Image { width: 100, height: 80, rgba: (0..32_000).map(&mut next_byte).collect() };
        let mut second = first.clone();
        second.rgba[4 * (40 * 100 + 50)] ^= 1;
        let shown = |image: &Image| ShownImage { image: image.clone(), milliseconds: 100 };
        let alone = animated_png(1, [shown(&first)]).unwrap().len();
        let both = animated_png(2, [shown(&first), shown(&second)]).unwrap().len();
        assert!(both < alone + 200, "{alone} bytes, then {both}");
    }

    #[test]
    fn programs_that_show_only_one_picture_show_the_first() {
        let image = |colour: u8| Image { width: 2, height: 1, rgba: vec![colour; 8] };
        let shown = [7, 9].map(|colour| ShownImage { image: image(colour), milliseconds: 5 });
        let bytes = animated_png(2, shown.clone()).unwrap();
        assert_eq!(animated_png(3, shown), None, "one is missing");
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = [0; 8];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, [7; 8]);
    }
}
