//! Dumps, scenario files, recordings and results.
