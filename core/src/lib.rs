//! The simulated cluster and its analysis.
#![no_std]
#![forbid(unsafe_code)]
extern crate alloc;
