//! The balanced tree over the points: splits the places in half repeatedly, along their widest dimension.

use super::LEAF_BITS;
use super::source::Source;
use super::writer::Writer;
use crate::reach::favour_km;
use crate::reverse::leaf_start;
use crate::sections::Section;
use crate::sphere::to_space;

#[derive(Clone, Copy)]
struct Point {
    space: [f32; 3],
    favour: f32,
    place: u32,
}

struct Tree {
    points: Vec<Point>,
    axes: Vec<u8>,
    splits: Vec<f32>,
    favours: Vec<f32>,
}

pub fn write(source: &Source, writer: &mut Writer) {
    let points: Vec<Point> = (0u32..)
        .zip(&source.places)
        .map(|(index, place)| Point {
            space: to_space(place.latitude, place.longitude),
            favour: favour_km(place.population),
            place: index,
        })
        .collect();
    let leaves = 1 << LEAF_BITS;
    let mut tree =
        Tree { points, axes: vec![0; leaves], splits: vec![0.0; leaves], favours: vec![f32::NEG_INFINITY; 2 * leaves] };
    tree.divide(1, 0);

    tree.points.iter().for_each(|point| writer.u32(Section::PointPlaces, point.place));
    tree.axes.iter().for_each(|&axis| writer.u8(Section::SplitAxes, axis));
    tree.splits.iter().for_each(|&split| writer.f32(Section::SplitValues, split));
    tree.favours.iter().for_each(|&favour| writer.f32(Section::Favours, favour));
}

impl Tree {
    /// Splits the points below a node, numbered as in a heap, `level` levels down.
    fn divide(&mut self, node: usize, level: u32) {
        let first_leaf = (node << (LEAF_BITS - level)) - (1 << LEAF_BITS);
        let after_leaf = ((node + 1) << (LEAF_BITS - level)) - (1 << LEAF_BITS);
        let count = self.points.len();
        let (start, end) = (leaf_start(count, first_leaf), leaf_start(count, after_leaf));
        let favours = self.points[start..end].iter().map(|point| point.favour);
        self.favours[node] = favours.fold(f32::NEG_INFINITY, f32::max);
        if level == LEAF_BITS {
            return;
        }
        let axis = widest_axis(&self.points[start..end]);
        let middle = leaf_start(count, usize::midpoint(first_leaf, after_leaf));
        self.splits[node] = if middle == start {
            f32::NEG_INFINITY
        } else if middle == end {
            f32::INFINITY
        } else {
            let by_axis = |a: &Point, b: &Point| a.space[axis].total_cmp(&b.space[axis]);
            self.points[start..end].select_nth_unstable_by(middle - start, by_axis);
            self.points[middle].space[axis]
        };
        self.axes[node] = axis as u8;
        self.divide(2 * node, level + 1);
        self.divide(2 * node + 1, level + 1);
    }
}

fn widest_axis(points: &[Point]) -> usize {
    let width = |axis: usize| {
        let values = points.iter().map(|point| point.space[axis]);
        values.clone().fold(f32::MIN, f32::max) - values.fold(f32::MAX, f32::min)
    };
    (0..3).max_by(|&a, &b| width(a).total_cmp(&width(b))).unwrap_or_default()
}
