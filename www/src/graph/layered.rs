use super::{Layout, Placement, Point, Rect, Size, route};
use dugong::graphlib::{Graph, GraphOptions};
use dugong::{EdgeLabel, GraphLabel, NodeLabel, RankDir};

/// Owners above their dependents, in layers, with few crossings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layered;

/// Between nodes of one layer.
const BETWEEN_NODES: f64 = 22.0;
/// Between layers.
const BETWEEN_LAYERS: f64 = 62.0;

impl Layout for Layered {
    fn place(&self, sizes: &[Size], edges: &[(usize, usize)]) -> Placement {
        let mut graph: Graph<NodeLabel, EdgeLabel, GraphLabel> = Graph::new(GraphOptions::default());
        graph.set_graph(GraphLabel {
            rankdir: RankDir::TB,
            nodesep: BETWEEN_NODES,
            ranksep: BETWEEN_LAYERS,
            edgesep: BETWEEN_NODES,
            ..GraphLabel::default()
        });
        for (number, size) in sizes.iter().enumerate() {
            let label = NodeLabel {
                width: size.width,
                height: size.height,
                ..NodeLabel::default()
            };
            graph.set_node(number.to_string(), label);
        }
        for &(owner, dependent) in edges {
            graph.set_edge_with_label(owner.to_string(), dependent.to_string(), EdgeLabel::default());
        }
        // A graph that cannot be layered is still shown, in rows.
        if dugong::layout(&mut graph).is_err() {
            return in_rows(sizes, edges);
        }
        let nodes: Vec<Rect> = sizes
            .iter()
            .enumerate()
            .map(|(number, size)| {
                let label = graph.node(&number.to_string());
                let at = |value: Option<f64>| value.unwrap_or_default();
                Rect {
                    x: label.map_or(0.0, |label| at(label.x)) - size.width / 2.0,
                    y: label.map_or(0.0, |label| at(label.y)) - size.height / 2.0,
                    width: size.width,
                    height: size.height,
                }
            })
            .collect();
        let bends = edges
            .iter()
            .map(|&(owner, dependent)| {
                graph
                    .edge(&owner.to_string(), &dependent.to_string(), None)
                    .map_or_else(Vec::new, |edge| {
                        edge.points
                            .iter()
                            .map(|point| Point {
                                x: point.x,
                                y: point.y,
                            })
                            .collect()
                    })
            })
            .collect();
        let paths = route(&nodes, edges, bends);
        Placement { nodes, edges: paths }
    }
}

/// The number of columns when there are no layers.
const COLUMNS: usize = 6;

fn in_rows(sizes: &[Size], edges: &[(usize, usize)]) -> Placement {
    let widest = sizes.iter().map(|size| size.width).fold(0.0, f64::max) + BETWEEN_NODES;
    let highest = sizes.iter().map(|size| size.height).fold(0.0, f64::max) + BETWEEN_LAYERS;
    let nodes: Vec<Rect> = sizes
        .iter()
        .enumerate()
        .map(|(number, size)| {
            #[expect(clippy::cast_precision_loss, reason = "a picture has few nodes")]
            let (column, row) = ((number % COLUMNS) as f64, (number / COLUMNS) as f64);
            Rect {
                x: column * widest,
                y: row * highest,
                width: size.width,
                height: size.height,
            }
        })
        .collect();
    let paths = edges
        .iter()
        .map(|&(owner, dependent)| vec![below(&nodes[owner]), above(&nodes[dependent])])
        .collect();
    Placement { nodes, edges: paths }
}

fn below(node: &Rect) -> Point {
    Point {
        x: node.x + node.width / 2.0,
        y: node.y + node.height,
    }
}

fn above(node: &Rect) -> Point {
    Point {
        x: node.x + node.width / 2.0,
        y: node.y,
    }
}

#[cfg(test)]
mod tests {
    use super::{Layered, Layout, Size};

    const SIZE: Size = Size {
        width: 140.0,
        height: 46.0,
    };

    #[test]
    fn owners_stand_above_their_dependents() {
        let placed = Layered.place(&[SIZE; 4], &[(0, 1), (0, 2), (2, 3)]);
        assert!(placed.nodes[0].y < placed.nodes[1].y);
        assert!(placed.nodes[2].y < placed.nodes[3].y);
        assert!(placed.edges.iter().all(|edge| edge.len() >= 2));
    }

    #[test]
    fn circles_and_self_references_are_placed_too() {
        let placed = Layered.place(&[SIZE; 2], &[(0, 1), (1, 0), (1, 1)]);
        assert_eq!(placed.nodes.len(), 2);
        assert_ne!(placed.nodes[0], placed.nodes[1]);
    }
}
