use super::pack::in_rows;
use super::{Layout, Placement, Point, Rect, Size, route};

/// Trees, each dependent below its first owner, in time that grows with the number of boxes alone. Further owners get
/// edges, and no say in where their dependents stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tidy;

/// Between boxes side by side.
const BETWEEN: f64 = 22.0;
/// Between an owner and its dependents.
const BELOW: f64 = 54.0;
/// More dependents in a row than this are wrapped.
const ROW: f64 = 2_400.0;

const NOBODY: usize = usize::MAX;

impl Layout for Tidy {
    fn place(&self, sizes: &[Size], edges: &[(usize, usize)]) -> Placement {
        let nodes = place(sizes, edges);
        let paths = route(&nodes, edges, vec![Vec::new(); edges.len()]);
        Placement { nodes, edges: paths }
    }
}

fn place(sizes: &[Size], edges: &[(usize, usize)]) -> Vec<Rect> {
    let parents = parents(sizes.len(), edges);
    let (starts, children) = lists(&parents);
    let order = from_above(&parents, &starts, &children);
    // From below: how much room each needs with all that stands below it, and where those are in it.
    let mut rooms = sizes.to_vec();
    let mut places = vec![Point::default(); sizes.len()];
    let mut own = vec![0.0; sizes.len()];
    for &at in order.iter().rev() {
        let below = &children[starts[at]..starts[at + 1]];
        if below.is_empty() {
            continue;
        }
        let blocks: Vec<Size> = below.iter().map(|&child| rooms[child]).collect();
        let (points, _, whole) = in_rows(&blocks, &vec![None; blocks.len()], ROW, BETWEEN);
        let width = whole.width.max(sizes[at].width);
        let indent = (width - whole.width) / 2.0;
        let drop = sizes[at].height + BELOW;
        for (&child, point) in below.iter().zip(points) {
            places[child] = Point {
                x: point.x + indent,
                y: point.y + drop,
            };
        }
        own[at] = (width - sizes[at].width) / 2.0;
        rooms[at] = Size {
            width,
            height: drop + whole.height,
        };
    }
    // From above: where that is on the whole.
    let mut x = 0.0;
    for &at in &order {
        if parents[at] == NOBODY {
            places[at] = Point { x, y: 0.0 };
            x += rooms[at].width + BETWEEN;
        } else {
            let above = places[parents[at]];
            places[at] = Point {
                x: places[at].x + above.x,
                y: places[at].y + above.y,
            };
        }
    }
    (0..sizes.len())
        .map(|at| Rect {
            x: places[at].x + own[at],
            y: places[at].y,
            width: sizes[at].width,
            height: sizes[at].height,
        })
        .collect()
}

/// Each box's first owner; of a circle one has none.
fn parents(count: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut parents = vec![NOBODY; count];
    for &(owner, dependent) in edges {
        if owner != dependent && parents[dependent] == NOBODY {
            parents[dependent] = owner;
        }
    }
    // 0: not seen, 1: on the way up that is being followed, 2: known to lead to a top.
    let mut seen = vec![0_u8; count];
    let mut way = Vec::new();
    for start in 0..count {
        let mut at = start;
        loop {
            match seen[at] {
                0 => {
                    seen[at] = 1;
                    way.push(at);
                    if parents[at] == NOBODY {
                        break;
                    }
                    at = parents[at];
                }
                1 => {
                    parents[at] = NOBODY;
                    break;
                }
                _ => break,
            }
        }
        for passed in way.drain(..) {
            seen[passed] = 2;
        }
    }
    parents
}

/// The children of all, one after the other, and where those of each begin.
fn lists(parents: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let mut starts = vec![0_usize; parents.len() + 1];
    for &parent in parents.iter().filter(|&&parent| parent != NOBODY) {
        starts[parent + 1] += 1;
    }
    for at in 0..parents.len() {
        starts[at + 1] += starts[at];
    }
    let mut next = starts.clone();
    let mut children = vec![0; starts[parents.len()]];
    for (at, &parent) in parents.iter().enumerate() {
        if parent != NOBODY {
            children[next[parent]] = at;
            next[parent] += 1;
        }
    }
    (starts, children)
}

/// Every box after the one it stands below.
fn from_above(parents: &[usize], starts: &[usize], children: &[usize]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..parents.len()).filter(|&at| parents[at] == NOBODY).collect();
    let mut next = 0;
    while let Some(&at) = order.get(next) {
        order.extend_from_slice(&children[starts[at]..starts[at + 1]]);
        next += 1;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::{Layout, Rect, Size, Tidy};

    const SIZE: Size = Size {
        width: 140.0,
        height: 46.0,
    };

    fn overlap(one: &Rect, other: &Rect) -> bool {
        one.x < other.x + other.width
            && other.x < one.x + one.width
            && one.y < other.y + other.height
            && other.y < one.y + one.height
    }

    #[test]
    fn owners_stand_above_the_middle_of_their_dependents_and_nothing_overlaps() {
        let edges = [(0, 1), (0, 2), (1, 3), (1, 4), (2, 5), (2, 4)];
        let placed = Tidy.place(&[SIZE; 6], &edges);
        for (at, one) in placed.nodes.iter().enumerate() {
            assert!(placed.nodes[..at].iter().all(|other| !overlap(one, other)));
        }
        for &(owner, dependent) in &edges {
            assert!(placed.nodes[owner].y < placed.nodes[dependent].y);
        }
        let middle = |rect: &Rect| rect.x + rect.width / 2.0;
        let below = f64::midpoint(middle(&placed.nodes[3]), middle(&placed.nodes[4]));
        assert!((middle(&placed.nodes[1]) - below).abs() < 1e-9);
    }

    #[test]
    fn circles_self_references_and_long_chains_are_placed_too() {
        let placed = Tidy.place(&[SIZE; 3], &[(0, 1), (1, 2), (2, 0), (1, 1)]);
        assert!(!overlap(&placed.nodes[0], &placed.nodes[1]));
        assert!(!overlap(&placed.nodes[1], &placed.nodes[2]));
        let chain: Vec<(usize, usize)> = (1..50_000).map(|at| (at - 1, at)).collect();
        let placed = Tidy.place(&vec![SIZE; 50_000], &chain);
        assert!(placed.nodes[49_999].y > placed.nodes[0].y);
    }

    #[test]
    fn a_long_row_of_dependents_is_wrapped() {
        let edges: Vec<(usize, usize)> = (1..=100).map(|at| (0, at)).collect();
        let bounds = Tidy.place(&vec![SIZE; 101], &edges).bounds();
        assert!(bounds.width < 2_600.0, "{}", bounds.width);
    }
}
