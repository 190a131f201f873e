//! The result of a scenario as JSON (design 4.2). Keys never change their meaning within v1; new ones may come.

mod call;
mod event;
mod expectation;
mod left_out;
mod metrics;
mod namespace;
mod object;
mod refusal;
mod scenario;
mod step;

pub use call::{CallResult, Preconditions};
pub use event::EventResult;
pub use expectation::ExpectationResult;
pub use left_out::LeftOut;
pub use metrics::{CacheResult, ClientResult, GraphResult, MetricsResult, QueueResult};
pub use namespace::{ConditionResult, NamespaceResult, PassResult};
pub use object::{ObjectResult, ReasonResult};
pub use refusal::RefusalResult;
pub use scenario::{NodeResult, ScenarioResult, ZoneResult};
pub use step::{EffectResult, StepResult};

pub(crate) use namespace::Passes;
pub(crate) use scenario::scenario_result;
