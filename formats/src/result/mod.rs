//! The result of a scenario as JSON (design 4.2). Keys never change their meaning within v1; new ones may come.

mod call;
mod event;
mod expectation;
mod in_order;
mod left_out;
mod metrics;
mod namespace;
mod nodes;
mod object;
mod refusal;
mod scenario;
mod step;

pub use call::{CallResult, Preconditions};
pub use event::EventResult;
pub use expectation::ExpectationResult;
pub use left_out::LeftOut;
pub use metrics::{CacheResult, ClientResult, GraphResult, MetricsResult, QueueResult, ZoneMetricsResult};
pub use namespace::{ConditionResult, NamespaceResult, PassResult};
pub use refusal::RefusalResult;

pub(crate) use in_order::in_order;
pub(crate) use namespace::Passes;
pub use nodes::{NodeResult, ZoneResult};
pub use object::{ObjectResult, ReasonResult};
pub use scenario::ScenarioResult;
pub use step::{EffectResult, StepResult, chosen_thing};

pub(crate) use nodes::{node_results, zone_result};
pub(crate) use scenario::scenario_result;
