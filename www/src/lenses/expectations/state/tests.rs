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

#[test]
fn a_quota_dooms_the_batch_that_meets_it_and_then_one_call_a_sync() {
    let lab = told(Story::Quota, 37);
    let record = &lab.line(0).record;
    let end = lab.line(0).len();
    let making: Vec<&Attempted> = record.syncs.iter().filter(|sync| sync.creations > 0).collect();
    let sizes: Vec<u32> = making[0].batches.iter().map(|(_, size)| *size).collect();
    assert_eq!(
        (sizes, making[0].doomed(end), making[0].began_doomed()),
        (vec![1, 2, 4, 8], 5, false)
    );
    let doomed: Vec<usize> = making[1..]
        .iter()
        .filter(|sync| sync.began_doomed())
        .map(|sync| sync.doomed(end))
        .collect();
    assert!(
        doomed.len() > 3 && doomed.iter().all(|count| *count == 1),
        "{doomed:?}"
    );
    // What failed and what was never tried is taken back.
    assert_eq!((making[0].creations, making[0].skipped), (100, 90));
}

#[test]
fn a_deletion_that_nobody_hears_of_leaves_a_killed_pod_unreplaced_until_it_expires() {
    let lab = told(Story::LostDeletion, 37);
    let at = |seconds: i64| {
        let samples = lab.line(0).record.samples.iter();
        let sample = samples
            .take_while(|sample| sample.time <= Time::from_secs(seconds))
            .last();
        sample.expect("there is a beginning").sets[0]
    };
    assert_eq!((at(29).stored, at(29).del), (4, 1));
    assert_eq!((at(60).stored, at(60).desired), (3, 4));
    assert_eq!((at(300).stored, at(300).del), (3, 1));
    assert_eq!(at(400).stored, 4);
}

#[test]
fn a_deed_in_the_past_begins_anew_from_there_in_both_worlds() {
    let mut lab = told(Story::LabelAway, 37);
    let moment = lab
        .moments()
        .partition_point(|moment| moment.time < Time::from_secs(1));
    lab.show(moment).expect("the moment is there");
    let before = lab.moments()[..=lab.position()].to_vec();
    lab.act(Deed::Scale { set: 0, replicas: 5 })
        .expect("it can be done");
    assert_eq!(lab.moments()[..before.len()], before[..], "what was before stays");
    for number in 0..2 {
        assert_eq!(lab.picture(number).sets[0].desired, 5);
    }
    while !lab.advance(500).expect("it can be followed") {}
    lab.show(lab.len()).expect("the end is there");
    let ends = [0, 1].map(|number| lab.picture(number).sets[0].stored);
    assert_eq!(ends, [5, 5]);
    // Backwards and forwards again it is the same.
    let (end, picture) = (lab.len(), lab.picture(0));
    lab.show(0).expect("the beginning is there");
    assert_eq!(lab.picture(0).sets[0].stored, 3);
    lab.show(end).expect("the end is there");
    assert_eq!(lab.picture(0), picture);
}

#[test]
fn what_is_planned_can_be_called_off_and_what_is_done_cannot() {
    let mut lab = told(Story::Quota, 37);
    lab.show(1).expect("the moment is there");
    assert_eq!(lab.plan.len(), 2);
    lab.call_off(0).expect("it is done already");
    assert_eq!(lab.plan.len(), 2);
    lab.call_off(1).expect("it can be called off");
    assert_eq!(lab.plan.len(), 1);
    while !lab.advance(500).expect("it can be followed") {}
    assert_eq!(most(&lab, 0), 10, "the quota stays");
}

#[test]
fn a_name_that_comes_back_counts_once() {
    let lab = told(Story::SameName, 37);
    let record = &lab.line(0).record;
    assert!(
        record.samples.iter().all(|sample| sample.sets[0].del >= 0),
        "never below zero"
    );
    assert!(record.samples.iter().any(|sample| sample.sets[0].del == 1));
    let last = record.samples.last().expect("there is a beginning");
    assert_eq!((last.sets[0].stored, last.sets[0].del), (2, 0));
}

#[test]
fn a_story_opens_where_it_has_something_to_tell() {
    let mut lab = told(Story::Behind, 37);
    lab.show(lab.telling()).expect("the moment is there");
    let [real, other] = [0, 1].map(|number| lab.picture(number));
    assert_eq!((real.sets[0].stored, other.sets[0].stored), (3, 6));
    assert!(matches!(real.situation, Situation::Waits { add: 3, del: 0, .. }));
    let mut lab = told(Story::ScaleDown, 37);
    lab.show(lab.telling()).expect("the moment is there");
    assert_eq!(lab.picture(0).sets[0].tracked.len(), 3);
}
