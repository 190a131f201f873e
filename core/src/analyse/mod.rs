//! Forecast and explanation.
