//! The lenses beside the one of deletion, a room each. A lens is mounted when it is first looked through, and hidden, not
//! removed, while another is.

mod expectations;
mod hash;
mod nodes;
mod props;

pub use expectations::ExpectationsLens;
pub use hash::HashLens;
pub use nodes::NodesLens;
pub use props::LensProps;
