//! Questions about hashes: which field contributes what, what tells two templates or two versions apart, which version
//! made a label, which template collides with another.

mod collision_search;
mod compare;
mod explain;
mod forensics;

pub use collision_search::{COLLISION_ANNOTATION, Collision, CollisionSearch, SearchState};
pub use compare::{Difference, Sides, compare};
pub use explain::{Explained, Origin, Part, explain};
pub use forensics::{MAX_COUNT, Maker, makers_of};
