use crate::dump::{Options, read_dump};
use crate::limits::Limit;
use crate::{LoadError, Problem, Source};
use kubeloupe_core::apiserver::Cluster;

/// Parts the files that were found in a folder: those that hold Kubernetes objects, and why the others were left out.
/// A folder may hold logs, settings of other programs, anything. A file over a limit, or one that this build cannot
/// read at all, is an error here too: leaving it out would make the answer wrong.
pub fn sift<'a>(
    found: &[Source<'a>],
    options: &Options,
) -> Result<(Vec<Source<'a>>, Vec<LoadError>), LoadError> {
    let mut kept = Vec::new();
    let mut left_out = Vec::new();
    for &source in found {
        match read_dump(&[source], &mut Cluster::default(), options) {
            Ok(_) => kept.push(source),
            Err(error) if is_about_the_file(&error.problem) => left_out.push(error),
            Err(error) => return Err(error),
        }
    }
    Ok((kept, left_out))
}

fn is_about_the_file(problem: &Problem) -> bool {
    match problem {
        Problem::YamlNotBuiltIn => false,
        Problem::Limit { limit, .. } => *limit == Limit::Depth,
        _ => true,
    }
}
