//! The next hour: the newest picture, moved along the velocities.

use std::sync::Arc;

use super::matching::{self, Earlier};
use super::vectors::{Vectors, Velocity};
use crate::rain::model::class;
use crate::rain::model::field::Field;
use crate::rain::model::frame::{LEAD_STEP_MINUTES, MAX_LEAD_MINUTES};

const STEPS: usize = (MAX_LEAD_MINUTES / LEAD_STEP_MINUTES) as usize;
/// How far a predicted pixel may be off to count as a hit, in pixels.
const TOLERANCE: i32 = 2;

pub struct Nowcast {
    newest: Field,
    /// From the newest to the oldest.
    earlier: Vec<(Field, f32)>,
    velocities: Arc<Vectors>,
    /// How far rain has come after 0, 5, … 60 minutes, in pixels: nothing at 0.
    displacements: Vec<Vectors>,
}

impl Nowcast {
    /// From the newest picture and some earlier ones with their age in minutes, youngest first.
    pub fn new(newest: Field, earlier: Vec<(Field, f32)>) -> Nowcast {
        let pictures: Vec<Earlier<'_>> =
            earlier.iter().map(|(field, minutes)| Earlier { field, minutes: *minutes }).collect();
        let velocities = Arc::new(matching::estimate(&newest, &pictures));
        Nowcast::with_velocities(newest, earlier, velocities)
    }

    /// The same with velocities that are known already: finding them is most of the work.
    pub fn with_velocities(newest: Field, earlier: Vec<(Field, f32)>, velocities: Arc<Vectors>) -> Nowcast {
        let displacements = displacements(&velocities);
        Nowcast { newest, earlier, velocities, displacements }
    }

    pub fn velocities(&self) -> &Arc<Vectors> {
        &self.velocities
    }

    pub fn newest(&self) -> &Field {
        &self.newest
    }

    pub fn velocity(&self, x: f32, y: f32) -> Velocity {
        self.velocities.at(x, y)
    }

    /// The class at a pixel in some minutes.
    pub fn class(&self, x: i32, y: i32, minutes: f32) -> u8 {
        let (from_x, from_y) = self.origin(x as f32 + 0.5, y as f32 + 0.5, minutes);
        self.newest.class(from_x.floor() as i32, from_y.floor() as i32)
    }

    /// Where the rain that reaches a point in some minutes is now.
    pub fn origin(&self, x: f32, y: f32, minutes: f32) -> (f32, f32) {
        let steps = (minutes / LEAD_STEP_MINUTES as f32).clamp(0.0, STEPS as f32);
        let before = (steps as usize).min(STEPS - 1);
        let share = steps - before as f32;
        let (first, second) = (self.displacements[before].at(x, y), self.displacements[before + 1].at(x, y));
        (x - (first.x + (second.x - first.x) * share), y - (first.y + (second.y - first.y) * share))
    }

    /// How well the oldest picture, moved along the velocities, predicts the newest one around a point: the share of hits
    /// among hits, misses and false alarms. Nothing where neither has rain, or there is no earlier picture.
    pub fn skill(&self, centre: (i32, i32), radius: i32) -> Option<f32> {
        let (oldest, minutes) = self.earlier.last()?;
        let predicted = |x: i32, y: i32| {
            let (from_x, from_y) = self.origin(x as f32 + 0.5, y as f32 + 0.5, *minutes);
            class::is_wet(oldest.class(from_x.floor() as i32, from_y.floor() as i32))
        };
        let observed = |x: i32, y: i32| class::is_wet(self.newest.class(x, y));
        let near = |is_wet: &dyn Fn(i32, i32) -> bool, x: i32, y: i32| {
            [(0, 0), (TOLERANCE, 0), (-TOLERANCE, 0), (0, TOLERANCE), (0, -TOLERANCE)]
                .iter()
                .any(|(east, south)| is_wet(x + east, y + south))
        };
        let (mut hits, mut misses, mut false_alarms) = (0_u32, 0_u32, 0_u32);
        for y in (centre.1 - radius..=centre.1 + radius).step_by(2) {
            for x in (centre.0 - radius..=centre.0 + radius).step_by(2) {
                match (observed(x, y), predicted(x, y)) {
                    (true, true) => hits += 1,
                    (true, false) if near(&predicted, x, y) => hits += 1,
                    (true, false) => misses += 1,
                    (false, true) if !near(&observed, x, y) => false_alarms += 1,
                    _ => {}
                }
            }
        }
        let all = hits + misses + false_alarms;
        (all > 0).then(|| hits as f32 / all as f32)
    }

    /// Whether the rain at a point was there in every earlier picture, where the motion says it came from.
    pub fn is_persistent(&self, x: f32, y: f32) -> bool {
        const NEAR: i32 = 4;
        let was_wet = |(field, minutes): &(Field, f32)| {
            let (from_x, from_y) = self.origin(x, y, *minutes);
            let (from_x, from_y) = (from_x.floor() as i32, from_y.floor() as i32);
            (-NEAR..=NEAR)
                .any(|south| (-NEAR..=NEAR).any(|east| class::is_wet(field.class(from_x + east, from_y + south))))
        };
        !self.earlier.is_empty() && self.earlier.iter().all(was_wet)
    }

    pub fn size_bytes(&self) -> usize {
        let fields = self.newest.size_bytes() + self.earlier.iter().map(|(field, _)| field.size_bytes()).sum::<usize>();
        let vectors = self.displacements.iter().map(Vectors::size_bytes);
        fields + vectors.sum::<usize>()
    }
}

/// Along the path, not with the velocity at its end alone: rain around a low turns.
fn displacements(velocities: &Vectors) -> Vec<Vectors> {
    let mut steps = vec![velocities.map(|_, _| Velocity::default())];
    for step in 0..STEPS {
        let last = &steps[step];
        let next = velocities.map(|x, y| {
            let so_far = last.at(x, y);
            // The velocity half a step earlier on the path.
            let here = velocities.at(x - so_far.x, y - so_far.y);
            let half = LEAD_STEP_MINUTES as f32 / 2.0;
            let there = velocities.at(x - so_far.x - here.x * half, y - so_far.y - here.y * half);
            Velocity {
                x: so_far.x + there.x * LEAD_STEP_MINUTES as f32,
                y: so_far.y + there.y * LEAD_STEP_MINUTES as f32,
            }
        });
        steps.push(next);
    }
    steps
}
