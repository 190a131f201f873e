//! What the lens knows, apart from how it looks. Nothing here knows Yew.

mod deed;
mod lab;
mod line;
mod loss;
mod picture;
mod record;
mod situation;
mod story;
#[cfg(test)]
mod tests;

pub use deed::{Deed, Planned, Watched};
pub use lab::{Guards, Lab};
pub use loss::Lost;
pub use picture::{Heading, Picture, PodCell, PodState, SetPicture};
pub use record::{Attempted, CallVerb, Sample};
pub use situation::Situation;
pub use story::{Story, set_name};
