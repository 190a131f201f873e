use super::*;
use kubeloupe_core::object::Time;
use kubeloupe_core::workloads::Verdict;

fn told(story: Story, minor: u32) -> Lab {
    let mut lab = Lab::new(story, minor, true);
    while !lab.advance(2_000).expect("the story can be followed") {}
    lab
}

/// The most pods that the first ReplicaSet had at once in a world.
fn most(lab: &Lab, number: usize) -> u32 {
    let samples = &lab.line(number).record.samples;
    samples
        .iter()
        .map(|sample| sample.sets[0].stored)
        .max()
        .unwrap_or(0)
}

#[test]
fn every_story_is_told_to_its_end() {
    for story in Story::ALL {
        for minor in [30, 35, 37] {
            let mut lab = told(story, minor);
            assert!(lab.len() > 3, "{story:?}");
            let end = lab.len();
            lab.show(end).expect("the end is there");
            assert_eq!(lab.picture(0).time, lab.line(0).time(lab.line(0).len()));
        }
    }
}

#[test]
fn without_expectations_an_old_cache_doubles_the_pods() {
    let lab = told(Story::Behind, 37);
    assert_eq!((most(&lab, 0), most(&lab, 1) > 3), (3, true));
    // Both end as wanted: what is too much is deleted once it is seen.
    for number in 0..2 {
        let last = lab
            .line(number)
            .record
            .samples
            .last()
            .expect("there is a beginning");
        assert_eq!((last.sets[0].stored, last.sets[0].cached), (3, 3));
    }
}

#[test]
fn the_gate_says_waiting_until_the_last_add_arrives() {
    let lab = told(Story::Behind, 37);
    let waited = |sync: &&Attempted| sync.verdict == Some(Verdict::Waiting);
    assert!(lab.line(0).record.syncs.iter().any(|sync| waited(&sync)));
    assert!(!lab.line(1).record.syncs.iter().any(|sync| waited(&sync)));
    let lowered = lab
        .line(0)
        .record
        .samples
        .iter()
        .find(|sample| sample.time >= Time::from_secs(5));
    assert!(lowered.is_some());
}
