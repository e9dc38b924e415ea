//! A picture as its readers see it, decoded by the crate `png`.

use crate::support::persona::Answer;

pub struct Picture {
    pub width: u32,
    pub height: u32,
    pixels: Vec<u8>,
}

impl Picture {
    pub fn decode(answer: &Answer) -> Picture {
        assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "image/png"), "{}", answer.text());
        let mut decoder = png::Decoder::new(std::io::Cursor::new(&answer.body[..]));
        decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgba, png::BitDepth::Eight));
        Picture { width: info.width, height: info.height, pixels }
    }

    /// Such as `#f2842b`.
    pub fn color_at(&self, x: u32, y: u32) -> String {
        let start = (y * self.width + x) as usize * 4;
        let [red, green, blue, alpha] = self.pixels[start..start + 4].try_into().unwrap();
        assert_eq!(alpha, 255, "at {x}, {y}");
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// How many pixels have this colour.
    pub fn count(&self, color: &str) -> usize {
        let value = u32::from_str_radix(&color[1..], 16).unwrap() << 8 | 255;
        self.pixels.chunks_exact(4).filter(|pixel| u32::from_be_bytes((*pixel).try_into().unwrap()) == value).count()
    }
}
