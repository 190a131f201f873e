//! Namespace termination.
