//! Rain as brightness at a lower resolution: what is compared to find motion.

use crate::rain::model::class;
use crate::rain::model::field::Field;

/// The least rain is this much brighter than dry, so that the edge of a band counts.
const EDGE: u8 = 12;

pub struct Picture {
    pub width: i32,
    pub height: i32,
    brightness: Vec<u8>,
}

impl Picture {
    /// Half the resolution of a field.
    pub fn of(field: &Field) -> Picture {
        let brightness = |x: i32, y: i32| match field.class(x, y) {
            wet if class::is_wet(wet) => u16::from(class::amount(wet) + EDGE),
            _ => 0,
        };
        Picture::halved(field.width as i32, field.height as i32, brightness)
    }

    pub fn half(&self) -> Picture {
        Picture::halved(self.width, self.height, |x, y| u16::from(self.at(x, y)))
    }

    /// Dark outside.
    pub fn at(&self, x: i32, y: i32) -> u8 {
        let is_inside = x >= 0 && y >= 0 && x < self.width && y < self.height;
        if is_inside { self.brightness[(y * self.width + x) as usize] } else { 0 }
    }

    /// A part of a row, if all of it is inside.
    fn row(&self, x: i32, y: i32, length: i32) -> Option<&[u8]> {
        let is_inside = x >= 0 && y >= 0 && x + length <= self.width && y < self.height;
        let start = (y * self.width + x) as usize;
        is_inside.then(|| &self.brightness[start..start + length as usize])
    }

    /// The sum of a square around a point.
    pub fn sum(&self, centre: (i32, i32), radius: i32) -> u32 {
        let mut sum = 0;
        self.each_row(centre, radius, |row| sum += row.iter().map(|value| u32::from(*value)).sum::<u32>());
        sum
    }

    /// The sum of absolute differences between a square of this picture and one of another.
    pub fn difference(&self, centre: (i32, i32), other: &Picture, other_centre: (i32, i32), radius: i32) -> u32 {
        let length = 2 * radius + 1;
        let mut sum = 0;
        for row in -radius..=radius {
            let (x, y) = (centre.0 - radius, centre.1 + row);
            let (other_x, other_y) = (other_centre.0 - radius, other_centre.1 + row);
            sum += match (self.row(x, y, length), other.row(other_x, other_y, length)) {
                (Some(own), Some(others)) => {
                    own.iter().zip(others).map(|(own, other)| u32::from(own.abs_diff(*other))).sum::<u32>()
                }
                _ => {
                    (0..length).map(|at| u32::from(self.at(x + at, y).abs_diff(other.at(other_x + at, other_y)))).sum()
                }
            };
        }
        sum
    }

    fn each_row(&self, centre: (i32, i32), radius: i32, mut visit: impl FnMut(&[u8])) {
        let left = (centre.0 - radius).clamp(0, self.width);
        let right = (centre.0 + radius + 1).clamp(left, self.width);
        for y in (centre.1 - radius).max(0)..(centre.1 + radius + 1).min(self.height) {
            self.row(left, y, right - left).into_iter().for_each(&mut visit);
        }
    }

    fn halved(width: i32, height: i32, brightness: impl Fn(i32, i32) -> u16) -> Picture {
        let (width, height) = (width / 2, height / 2);
        let mut values = Vec::with_capacity((width * height) as usize);
        for y in 0..height {
            for x in 0..width {
                let (left, top) = (2 * x, 2 * y);
                let sum = brightness(left, top)
                    + brightness(left + 1, top)
                    + brightness(left, top + 1)
                    + brightness(left + 1, top + 1);
                values.push((sum / 4) as u8);
            }
        }
        Picture { width, height, brightness: values }
    }
}
