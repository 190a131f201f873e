use kubeloupe_core::nodes::{NodeFlags, Rate};
use kubeloupe_core::object::Duration;
use kubeloupe_core::versions::{Overrides, Switch, Switches};

/// How the controller is set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Its flags.
    pub flags: NodeFlags,
    /// Gate NodeControllerLeaseCircuitBreaker.
    pub breaker: bool,
}

/// A flag with a slider.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    /// `--node-monitor-period` (K-1).
    MonitorPeriod,
    /// `--node-monitor-grace-period` (K-2).
    GracePeriod,
    /// `--node-startup-grace-period` (K-3).
    StartupGrace,
    /// `--node-eviction-rate` (K-4).
    EvictionRate,
    /// `--secondary-node-eviction-rate` (K-5).
    SecondaryRate,
    /// `--large-cluster-size-threshold` (K-6).
    LargeThreshold,
    /// `--unhealthy-zone-threshold` (K-7).
    UnhealthyThreshold,
}

impl Settings {
    /// The defaults of a minor version.
    pub fn of(minor: u32) -> Self {
        let switches = Switches::of_minor(minor);
        Settings {
            flags: NodeFlags::of(switches),
            breaker: switches.has(Switch::NodeLeaseCircuitBreaker),
        }
    }

    /// The same behaviour as overrides of that minor.
    pub fn overrides(&self, minor: u32) -> Overrides {
        let mut overrides = Overrides::default();
        if Switches::of_minor(minor).has(Switch::NodeLeaseCircuitBreaker) != self.breaker {
            overrides.set(Switch::NodeLeaseCircuitBreaker, self.breaker);
        }
        overrides
    }
}

impl Flag {
    /// All of them, in the order of the page.
    pub const ALL: [Flag; 7] = [
        Flag::MonitorPeriod,
        Flag::GracePeriod,
        Flag::StartupGrace,
        Flag::EvictionRate,
        Flag::SecondaryRate,
        Flag::LargeThreshold,
        Flag::UnhealthyThreshold,
    ];

    /// Its name upstream.
    pub fn name(self) -> &'static str {
        match self {
            Flag::MonitorPeriod => "node-monitor-period",
            Flag::GracePeriod => "node-monitor-grace-period",
            Flag::StartupGrace => "node-startup-grace-period",
            Flag::EvictionRate => "node-eviction-rate",
            Flag::SecondaryRate => "secondary-node-eviction-rate",
            Flag::LargeThreshold => "large-cluster-size-threshold",
            Flag::UnhealthyThreshold => "unhealthy-zone-threshold",
        }
    }

    /// Whether its value is a span of time.
    pub fn is_span(self) -> bool {
        matches!(self, Flag::MonitorPeriod | Flag::GracePeriod | Flag::StartupGrace)
    }

    /// The values that its slider stops at: seconds, nodes per second, nodes, a share.
    pub fn stops(self) -> &'static [f32] {
        match self {
            Flag::MonitorPeriod => &[1.0, 2.0, 3.0, 5.0, 7.0, 10.0, 15.0, 20.0, 30.0],
            Flag::GracePeriod => &[
                10.0, 15.0, 20.0, 30.0, 40.0, 50.0, 60.0, 75.0, 90.0, 120.0, 180.0, 300.0,
            ],
            Flag::StartupGrace => &[10.0, 20.0, 30.0, 45.0, 60.0, 75.0, 90.0, 120.0, 180.0, 300.0],
            Flag::EvictionRate => &[0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0],
            Flag::SecondaryRate => &[0.0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0],
            Flag::LargeThreshold => &[0.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 5000.0],
            Flag::UnhealthyThreshold => &[
                0.1, 0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8, 0.9, 1.0,
            ],
        }
    }

    /// Its value.
    pub fn get(self, settings: &Settings) -> f32 {
        let flags = &settings.flags;
        #[expect(clippy::cast_precision_loss, reason = "spans of minutes at most")]
        let seconds = |span: Duration| (span.0 / 1_000_000) as f32 / 1e3;
        match self {
            Flag::MonitorPeriod => seconds(flags.monitor_period),
            Flag::GracePeriod => seconds(flags.monitor_grace_period),
            Flag::StartupGrace => seconds(flags.startup_grace_period),
            Flag::EvictionRate => flags.eviction_rate.get(),
            Flag::SecondaryRate => flags.secondary_eviction_rate.get(),
            #[expect(clippy::cast_precision_loss, reason = "thousands of nodes at most")]
            Flag::LargeThreshold => flags.large_cluster_size_threshold as f32,
            Flag::UnhealthyThreshold => flags.unhealthy_zone_threshold.get(),
        }
    }

    /// The settings with this value.
    #[must_use]
    pub fn set(self, mut settings: Settings, value: f32) -> Settings {
        let flags = &mut settings.flags;
        #[expect(clippy::cast_possible_truncation, reason = "the values of `stops`")]
        let whole = value as i64;
        match self {
            Flag::MonitorPeriod => flags.monitor_period = Duration::from_secs(whole),
            Flag::GracePeriod => flags.monitor_grace_period = Duration::from_secs(whole),
            Flag::StartupGrace => flags.startup_grace_period = Duration::from_secs(whole),
            Flag::EvictionRate => flags.eviction_rate = Rate::new(value),
            Flag::SecondaryRate => flags.secondary_eviction_rate = Rate::new(value),
            Flag::LargeThreshold => {
                flags.large_cluster_size_threshold = i32::try_from(whole).unwrap_or(i32::MAX);
            }
            Flag::UnhealthyThreshold => flags.unhealthy_zone_threshold = Rate::new(value),
        }
        settings
    }

    /// The stop nearest to its value.
    pub fn stop(self, settings: &Settings) -> usize {
        let value = self.get(settings);
        let off = |stop: f32| (stop - value).abs();
        let stops = self.stops().iter().enumerate();
        let nearest = stops.min_by(|(_, left), (_, right)| off(**left).total_cmp(&off(**right)));
        nearest.map_or(0, |(index, _)| index)
    }
}
