//! Encodes a drawing as PNG: with a palette where it has few colours, at less than half the bytes.

use std::collections::HashMap;

use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, Filter};
use resvg::tiny_skia::{ColorU8, Pixmap, PremultipliedColorU8};

const PALETTE_COLOURS: usize = 256;
/// The edges of letters and icons mix a few colours in hundreds of steps. A gradient has more: it would show stripes.
const MAX_COLOURS: usize = 1024;

pub fn png(pixels: &Pixmap) -> Result<Vec<u8>, EncodingError> {
    match colours_by_use(pixels) {
        Some(colours) => with_palette(pixels, &colours),
        None => pixels.encode_png(),
    }
}

/// The most used first; `None` if there are too many for a palette.
fn colours_by_use(pixels: &Pixmap) -> Option<Vec<PremultipliedColorU8>> {
    let mut uses = HashMap::<Channels, usize>::new();
    // Neighbours are mostly alike.
    for alike in pixels.pixels().chunk_by(|one, next| one == next) {
        *uses.entry(channels(alike[0])).or_default() += alike.len();
        if uses.len() > MAX_COLOURS {
            return None;
        }
    }
    let mut colours: Vec<_> = uses.into_iter().collect();
    // The colour decides between equals, so that equal drawings have equal bytes.
    colours.sort_unstable_by_key(|&(colour, uses)| (std::cmp::Reverse(uses), colour));
    colours
        .into_iter()
        .map(|([red, green, blue, alpha], _)| PremultipliedColorU8::from_rgba(red, green, blue, alpha))
        .collect()
}

fn with_palette(pixels: &Pixmap, colours: &[PremultipliedColorU8]) -> Result<Vec<u8>, EncodingError> {
    let palette = &colours[..colours.len().min(PALETTE_COLOURS)];
    let indices: HashMap<Channels, u8> =
        colours.iter().map(|&colour| (channels(colour), nearest(colour, palette))).collect();
    let mut picture = Vec::with_capacity(pixels.pixels().len());
    for alike in pixels.pixels().chunk_by(|one, next| one == next) {
        picture.resize(picture.len() + alike.len(), indices[&channels(alike[0])]);
    }
    let plain: Vec<ColorU8> = palette.iter().map(|colour| colour.demultiply()).collect();

    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder
        .set_palette(plain.iter().flat_map(|colour| [colour.red(), colour.green(), colour.blue()]).collect::<Vec<_>>());
    encoder.set_trns(plain.iter().map(|colour| colour.alpha()).collect::<Vec<_>>());
    encoder.set_compression(Compression::High);
    // Differences of indices mean nothing.
    encoder.set_filter(Filter::NoFilter);
    encoder.write_header()?.write_image_data(&picture)?;
    Ok(file)
}

fn nearest(colour: PremultipliedColorU8, palette: &[PremultipliedColorU8]) -> u8 {
    let distance = |other: PremultipliedColorU8| -> u32 {
        channels(colour).iter().zip(channels(other)).map(|(&one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
    };
    (0..=u8::MAX).zip(palette).min_by_key(|&(_, &other)| distance(other)).map_or(0, |(index, _)| index)
}

type Channels = [u8; 4];

fn channels(colour: PremultipliedColorU8) -> Channels {
    [colour.red(), colour.green(), colour.blue(), colour.alpha()]
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// A row of opaque colours, each as often as given.
    fn row(colours: impl IntoIterator<Item = ([u8; 3], usize)>) -> Pixmap {
        let pixels: Vec<u8> =
            colours.into_iter().flat_map(|([red, green, blue], uses)| [red, green, blue, 255].repeat(uses)).collect();
        let width = u32::try_from(pixels.len() / 4).unwrap();
        Pixmap::from_vec(pixels, resvg::tiny_skia::IntSize::from_wh(width, 1).unwrap()).unwrap()
    }

    fn step(step: usize) -> [u8; 3] {
        [u8::try_from(step % 256).unwrap(), u8::try_from(step / 256).unwrap(), 0]
    }

    fn decode(file: &[u8]) -> (ColorType, Vec<u8>) {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
        let mut reader = decoder.read_info().unwrap();
        let stored = reader.info().color_type;
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        (stored, pixels)
    }

    #[test]
    fn few_colours_stay_as_they_are() {
        let drawing = row((0..256).map(|number| (step(number), 1)));
        assert_eq!(decode(&png(&drawing).unwrap()), (ColorType::Indexed, drawing.data().to_vec()));
    }

    #[test]
    fn transparent_pixels_keep_their_colour() {
        let mut drawing = row([([10, 20, 30], 2)]);
        drawing.pixels_mut()[0] = PremultipliedColorU8::from_rgba(0, 64, 128, 128).unwrap();
        drawing.pixels_mut()[1] = PremultipliedColorU8::TRANSPARENT;
        assert_eq!(decode(&png(&drawing).unwrap()).1, [0, 128, 255, 128, 0, 0, 0, 0]);
    }

    #[test]
    fn rare_colours_become_the_nearest_frequent_ones() {
        // Red from 0 to 249 in green 0 twice, and in green 1 once.
        let frequent = (0..250).map(|number| (step(number), 2));
        let rare = (256..506).map(|number| (step(number), 1));
        let (stored, pixels) = decode(&png(&row(frequent.chain(rare))).unwrap());
        assert_eq!(stored, ColorType::Indexed);
        let pixels: Vec<_> = pixels.chunks(4).collect();
        for number in 0..250 {
            let red = u8::try_from(number).unwrap();
            assert_eq!(pixels[2 * number], [red, 0, 0, 255]);
            let rare = pixels[500 + number];
            assert_eq!((rare[0].abs_diff(red), rare[2], rare[3]), (0, 0, 255), "{rare:?}");
            assert!(rare[1] <= 1);
        }
    }

    #[test]
    fn gradients_keep_all_colours() {
        let drawing = row((0..1025).map(|number| (step(number), 1)));
        let (stored, pixels) = decode(&png(&drawing).unwrap());
        assert_eq!((stored, pixels), (ColorType::Rgba, drawing.data().to_vec()));
    }
}
