//! Flags of the node lifecycle controller in a scenario file, by their names upstream.

use super::fields::Span;
use crate::error::{Expected, Found};
use crate::input::{Context, Erased, ErasedMapping, Failed, Integer, Seed, Token};
use crate::json::number_of;
use kubeloupe_core::nodes::{NodeFlags, Rate};
use kubeloupe_core::object::Duration;
use std::fmt;

/// The flags that were given; the others are the minor version's own.
#[derive(Clone, Copy, Default)]
pub(super) struct DraftNodeFlags {
    monitor_period: Option<Duration>,
    monitor_grace_period: Option<Duration>,
    startup_grace_period: Option<Duration>,
    eviction_rate: Option<f32>,
    secondary_eviction_rate: Option<f32>,
    large_cluster_size_threshold: Option<i32>,
    unhealthy_zone_threshold: Option<f32>,
}

impl DraftNodeFlags {
    /// Reads the value of a flag, if it is one of these.
    pub(super) fn read(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<bool, Failed> {
        match key {
            "node-monitor-period" => {
                let period = map.read(Span { context })?;
                if period == Duration::ZERO {
                    return Err(context.unreadable(Expected::Duration, "0"));
                }
                self.monitor_period = Some(period);
            }
            "node-monitor-grace-period" => {
                self.monitor_grace_period = Some(map.read(Span { context })?);
            }
            "node-startup-grace-period" => {
                self.startup_grace_period = Some(map.read(Span { context })?);
            }
            "node-eviction-rate" => self.eviction_rate = Some(map.read(Number { context })?),
            "secondary-node-eviction-rate" => {
                self.secondary_eviction_rate = Some(map.read(Number { context })?);
            }
            "unhealthy-zone-threshold" => {
                self.unhealthy_zone_threshold = Some(map.read(Number { context })?);
            }
            "large-cluster-size-threshold" => {
                let size = map.read(Integer { context })?;
                let size = size.ok_or_else(|| context.wrong(Expected::Integer, Found::Null))?;
                let fits = i32::try_from(size);
                let fits = fits.map_err(|_| context.unreadable(Expected::Integer, &size.to_string()))?;
                self.large_cluster_size_threshold = Some(fits);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The flags with those that were given.
    pub(super) fn over(self, flags: NodeFlags) -> NodeFlags {
        let rate = |given: Option<f32>, own: Rate| given.map_or(own, Rate::new);
        NodeFlags {
            monitor_period: self.monitor_period.unwrap_or(flags.monitor_period),
            monitor_grace_period: self.monitor_grace_period.unwrap_or(flags.monitor_grace_period),
            startup_grace_period: self.startup_grace_period.unwrap_or(flags.startup_grace_period),
            eviction_rate: rate(self.eviction_rate, flags.eviction_rate),
            secondary_eviction_rate: rate(self.secondary_eviction_rate, flags.secondary_eviction_rate),
            large_cluster_size_threshold: self
                .large_cluster_size_threshold
                .unwrap_or(flags.large_cluster_size_threshold),
            unhealthy_zone_threshold: rate(self.unhealthy_zone_threshold, flags.unhealthy_zone_threshold),
        }
    }
}

/// A number as a 32-bit float, which is what these flags are.
struct Number<'c, 'n> {
    context: &'c mut Context<'n>,
}

impl Seed for Number<'_, '_> {
    type Value = f32;

    fn read(self, input: Erased<'_, '_>) -> Result<f32, Failed> {
        let Number { context } = self;
        input.any(|token| {
            let (value, found): (Option<f64>, &dyn fmt::Display) = match &token {
                Token::Float(value) => (Some(*value), value),
                Token::Unsigned(value) => (Some(*value as f64), value),
                Token::Signed(value) => (Some(*value as f64), value),
                Token::Text(text) => (number_of(text), text),
                other => return Err(context.wrong(Expected::Number, other.found())),
            };
            match value {
                Some(value) if value.abs() <= f64::from(f32::MAX) => Ok(value as f32),
                _ => Err(context.unreadable(Expected::Number, &found.to_string())),
            }
        })
    }
}
