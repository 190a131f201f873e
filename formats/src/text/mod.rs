//! Stub.
/// Language.
#[derive(Clone, Copy)]
pub enum Lang { /// en
En, /// zh
Zh }
/// x
pub fn describe_error(e: &crate::LoadError, _: Lang) -> String { format!("{:?}", (&e.place, &e.field, &e.problem)) }
