use std::time::{Duration, Instant};

use crate::{
    Outcome,
    stage::{Gate, Stage},
    tally::Tally,
    workspace::Workspace,
};

/// How one stage has ended.
struct Ended {
    stage: Stage,
    outcome: Outcome,
    tally: Tally,
    took: Duration,
}

/// Runs the gate: every stage, or those that the filters choose.
pub(crate) fn run(workspace: &Workspace, args: &[&str]) -> Outcome {
    let keep_going = args.contains(&"--keep-going");
    let filters: Vec<&str> = args
        .iter()
        .copied()
        .filter(|arg| *arg != "--keep-going")
        .collect();
    if let Some(option) = filters.iter().find(|filter| filter.starts_with('-')) {
        return Err(format!(
            "test does not know `{option}`; it knows --keep-going, and filters"
        ));
    }
    let (stages, names) = chosen(&filters);
    let mut gate = Gate {
        workspace,
        names,
        has_dist: false,
    };
    let mut ended: Vec<Ended> = Vec::new();
    for (at, stage) in stages.iter().copied().enumerate() {
        println!(
            "\n==> {} ({}/{}): {}",
            stage.name(),
            at + 1,
            stages.len(),
            stage.title()
        );
        let start = Instant::now();
        let mut tally = Tally::default();
        let outcome = stage
            .set_up(workspace)
            .and_then(|()| stage.run(&gate, &mut tally));
        let took = start.elapsed();
        gate.has_dist |= stage == Stage::Dist && outcome.is_ok();
        let failed = outcome.is_err();
        match &outcome {
            Ok(()) => println!("<== {} passed in {:.1} s", stage.name(), took.as_secs_f64()),
            Err(message) => println!(
                "<== {} failed after {:.1} s: {message}",
                stage.name(),
                took.as_secs_f64()
            ),
        }
        ended.push(Ended {
            stage,
            outcome,
            tally,
            took,
        });
        if failed && !keep_going {
            break;
        }
    }
    summarise(&stages, &ended)
}

/// A filter that names a stage chooses it; any other is part of a test's name, and without a stage chooses all that have tests.
fn chosen<'a>(filters: &[&'a str]) -> (Vec<Stage>, Vec<&'a str>) {
    let is_stage = |filter: &str| Stage::ALL.iter().any(|stage| stage.name() == filter);
    let (stages, names): (Vec<&str>, Vec<&str>) =
        filters.iter().copied().partition(|filter| is_stage(filter));
    let wanted = |stage: &Stage| match (stages.is_empty(), names.is_empty()) {
        (true, true) => true,
        (true, false) => stage.has_tests(),
        (false, _) => stages.contains(&stage.name()),
    };
    (Stage::ALL.into_iter().filter(wanted).collect(), names)
}

fn summarise(stages: &[Stage], ended: &[Ended]) -> Outcome {
    println!("\n==> summary");
    let (mut passed, mut failed) = (0, 0);
    for Ended {
        stage,
        outcome,
        tally,
        took,
    } in ended
    {
        // A stage without a runner is one test, and so is a runner that has failed without a failed test.
        let (more_passed, more_failed) = match outcome {
            Ok(()) if stage.has_tests() => (tally.passed, tally.failed),
            Ok(()) => (1, 0),
            Err(_) => (tally.passed, tally.failed.max(1)),
        };
        passed += more_passed;
        failed += more_failed;
        let verdict = if outcome.is_ok() { "passed" } else { "FAILED" };
        println!(
            "{:>8}  {verdict}  {:>7.1} s  {more_passed} passed, {more_failed} failed",
            stage.name(),
            took.as_secs_f64()
        );
    }
    for stage in &stages[ended.len()..] {
        println!("{:>8}  not run", stage.name());
    }
    println!();
    for line in ended.iter().flat_map(|ended| &ended.tally.closing) {
        println!("{line}");
    }
    println!("{passed} passed, {failed} failed");
    match ended.iter().find_map(|ended| ended.outcome.as_ref().err()) {
        None => Ok(()),
        Some(message) => Err(message.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::chosen;
    use crate::stage::Stage;

    #[test]
    fn without_filters_every_stage_runs() {
        assert_eq!(chosen(&[]).0, Stage::ALL);
    }

    #[test]
    fn a_filter_is_a_stage_or_a_part_of_a_name() {
        assert_eq!(chosen(&["e2e", "orphan"]), (vec![Stage::Browser], vec!["orphan"]));
        let (stages, names) = chosen(&["orphan"]);
        assert_eq!(names, ["orphan"]);
        assert_eq!(stages, [Stage::Native, Stage::Wasm, Stage::Node, Stage::Browser]);
    }
}
