//! Velocities of rain on a grid of blocks, smooth, and also where it does not rain.

/// The side of a block, in pixels of a field: 25 km at 50° of latitude.
pub const BLOCK_PIXELS: i32 = 16;
/// At this many blocks of distance a match counts a quarter.
const KERNEL_BLOCKS: f32 = 1.5;
/// Farther matches do not count.
const KERNEL_REACH: i32 = 10;

/// Pixels per minute, to the east and to the south.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Velocity {
    pub x: f32,
    pub y: f32,
}

impl Velocity {
    pub fn speed(self) -> f32 {
        self.x.hypot(self.y)
    }

    pub fn limited(self, max: f32) -> Velocity {
        let factor = (max / self.speed().max(f32::MIN_POSITIVE)).min(1.0);
        Velocity { x: self.x * factor, y: self.y * factor }
    }
}

/// The velocity found at one point, and how much it counts.
pub struct Match {
    pub x: f32,
    pub y: f32,
    pub velocity: Velocity,
    pub weight: f32,
}

pub struct Vectors {
    pub columns: usize,
    pub rows: usize,
    velocities: Vec<Velocity>,
}

impl Vectors {
    /// The mean of the matches around each block, near ones first. Without any match, rain stays where it is.
    pub fn smoothed(width: i32, height: i32, matches: &[Match]) -> Vectors {
        let (columns, rows) = ((width / BLOCK_PIXELS).max(1), (height / BLOCK_PIXELS).max(1));
        let mut sums = vec![(0.0_f32, 0.0_f32, 0.0_f32); (columns * rows) as usize];
        for found in matches {
            let (column, row) = ((found.x as i32) / BLOCK_PIXELS, (found.y as i32) / BLOCK_PIXELS);
            for y in (row - KERNEL_REACH).max(0)..(row + KERNEL_REACH + 1).min(rows) {
                for x in (column - KERNEL_REACH).max(0)..(column + KERNEL_REACH + 1).min(columns) {
                    let distance = ((x - column).pow(2) + (y - row).pow(2)) as f32 / KERNEL_BLOCKS.powi(2);
                    let weight = found.weight / (1.0 + distance).powi(2);
                    let sum = &mut sums[(y * columns + x) as usize];
                    sum.0 += weight * found.velocity.x;
                    sum.1 += weight * found.velocity.y;
                    sum.2 += weight;
                }
            }
        }
        let mean = |(x, y, weight): (f32, f32, f32)| match weight > 0.0 {
            true => Velocity { x: x / weight, y: y / weight },
            false => Velocity::default(),
        };
        let velocities = sums.into_iter().map(mean).collect();
        Vectors { columns: columns as usize, rows: rows as usize, velocities }
    }

    /// Between the centres of blocks, the velocities are interpolated.
    pub fn at(&self, x: f32, y: f32) -> Velocity {
        let part = |first: f32, second: f32, share: f32| first + (second - first) * share;
        let mix = |first: Velocity, second: Velocity, share: f32| Velocity {
            x: part(first.x, second.x, share),
            y: part(first.y, second.y, share),
        };
        let (column, share_x) = between(x, self.columns);
        let (row, share_y) = between(y, self.rows);
        let at = |column: usize, row: usize| {
            self.velocities[row.min(self.rows - 1) * self.columns + column.min(self.columns - 1)]
        };
        let upper = mix(at(column, row), at(column + 1, row), share_x);
        let lower = mix(at(column, row + 1), at(column + 1, row + 1), share_x);
        mix(upper, lower, share_y)
    }

    /// The same grid with other values, from the centre of each block.
    pub fn map(&self, value: impl Fn(f32, f32) -> Velocity) -> Vectors {
        let centre = |index: usize| (index as f32 + 0.5) * BLOCK_PIXELS as f32;
        let velocities = (0..self.columns * self.rows)
            .map(|index| value(centre(index % self.columns), centre(index / self.columns)))
            .collect();
        Vectors { columns: self.columns, rows: self.rows, velocities }
    }

    pub fn size_bytes(&self) -> usize {
        self.velocities.len() * size_of::<Velocity>()
    }
}

/// The block before a position, and how far it is on the way to the next.
fn between(position: f32, count: usize) -> (usize, f32) {
    let blocks = (position / BLOCK_PIXELS as f32 - 0.5).clamp(0.0, (count - 1) as f32);
    (blocks as usize, blocks.fract())
}
