//! Watch delivery per resource.
