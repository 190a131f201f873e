//! The picture of owners and dependents: what is in it, where it stands, how it is drawn. Nothing here knows Yew.

mod camera;
mod layered;
mod layout;
mod neighbourhood;
mod paint;
mod route;
mod settle;

pub use camera::Camera;
pub use layered::Layered;
pub use layout::{Layout, Placement, Point, Rect, Size};
pub use neighbourhood::{Node, Picture};
pub use paint::{edge_path, loop_path};
pub use route::route;
pub use settle::settle;
