//! The picture of owners and dependents: what is in it, where it stands, how it is drawn. Nothing here knows Yew.

mod arrange;
mod camera;
mod fingers;
mod glide;
mod label;
mod layered;
mod layout;
mod look;
mod node;
mod pack;
mod paint;
mod picture;
mod prepare;
mod route;
mod scene;
mod settle;
mod svg;
#[cfg(test)]
mod tests;
mod tidy;

pub use arrange::{Arrangement, Arranging, HEAD, LAYERED_MOST};
pub use camera::Camera;
pub use fingers::Fingers;
pub use glide::{Glide, Standing};
pub use label::{Label, label};
pub use layered::Layered;
pub use layout::{Layout, Placement, Point, Rect, Size};
pub use look::{Look, Tally, Tone};
pub use node::{Common, Group, Node};
pub use paint::{Ink, Line, Part, Pen, Piece, Stroke, depth, draw, edge_pieces, loop_pieces, shares};
pub use picture::{Edge, MOST_NODES, Making, PART, Picture, Subject, Way};
pub use prepare::{Prepared, Preparing, Wish, carried};
pub use route::route;
pub use scene::{Heading, Scene};
pub use settle::settle;
pub use svg::{SvgPen, path_data};
pub use tidy::Tidy;
