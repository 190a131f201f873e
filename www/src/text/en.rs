use super::{Spans, Words, grouped, grouped_u64};
use crate::state::{Busy, Lens, Mark};
use kubeloupe_core::analyse::{Cascade, Fate, Reason};
use kubeloupe_core::nodes::{NodeAction, NodeChoice, NodeFault};
use kubeloupe_core::sim::ReferenceClass;
use kubeloupe_formats::limits::Limit;
use kubeloupe_formats::live::LiveError;

/// Plain English.
pub(super) static WORDS: Words = Words {
    spans: Spans {
        units: [" ms", " s", " min", " h", " d"],
    },
    tagline: "a loupe for Kubernetes controllers",
    skip_to_picture: "Skip to the picture",

    lenses: "Lenses",
    lens: |lens| match lens {
        Lens::Deletion => "Deletion",
        Lens::Nodes => "Nodes",
        Lens::Expectations => "Expectations",
        Lens::Hash => "Template hash",
    },
    open_other: "Open another cluster",
    objects: |count| counted(count, "object", "objects"),
    find: "Find an object",
    find_label: "Find an object by kind, name, namespace or uid",
    found_nothing: "No object has that in its name",
    other_language: "中文",
    theme: "Theme",
    theme_system: "as the system",
    theme_light: "light",
    theme_dark: "dark",
    keys: "Keys and shapes",

    version_title: "Version of Kubernetes",
    version_lead: "The rules of this version are simulated. Another one answers the same question anew.",
    version_older: |minor| format!("1.{minor} is older than the versions that were compared line by line."),
    version_move: "Choose another version to see what it does differently.",
    version_changes: |from, to| format!("Coming from 1.{from}, 1.{to} does this differently"),
    version_same: "Nothing that is known of.",
    version_outcomes: "What becomes of objects, and when",
    version_requests: "Requests, retries, codes and texts",
    version_not_simulated: "Not simulated here",

    open_title: "Open a cluster",
    open_lead: "What kubectl prints: JSON or YAML, lists, several documents in one file, gzip, whole folders such as a must-gather. Or drop them anywhere on the page.",
    open_file: "Choose files",
    open_folder: "Choose a folder",
    open_samples: "Samples",
    open_paste: "Or paste it here",
    open_pasted: "Open what was pasted",
    open_pasted_name: "pasted",
    open_command: "kubectl get all,cm,secret,pvc -A -o json > dump.json",
    open_private: "Nothing leaves this page. Secrets' data, environment variables and annotations are dropped while reading.",
    sample_shop: "A healthy cluster with a few odd owner references",
    sample_stuck: "The same cluster later: deletions that will not end",
    drop_here: "Drop it to open it",
    cannot_open: |name| format!("{name} cannot be opened."),
    no_objects: "There are no objects in it.",
    yaml_lost: "What reads YAML could not be loaded. Load the page again, or use JSON: kubectl get -o json.",
    notes: |count| counted(count, "note", "notes"),
    notes_title: "What was read",
    notes_left_out: "Left out",
    notes_assumed: "Assumed or made up",

    cluster_title: "Read the cluster behind this page",
    cluster_lead: "When kubectl proxy serves this page, the cluster's API is at the same address. It is read with GET requests and nothing else; of each object only its metadata is asked for.",
    cluster_here: "kubectl proxy seems to serve this page.",
    cluster_facts: "Read pods, nodes, namespaces and leases whole",
    cluster_facts_about: "The controllers look at a few fields beside their metadata: where a pod runs, how long it may take to stop, what holds a namespace. Kubernetes hands these out only with the whole object; the rest is dropped at once. Without this, pods are taken to run and to stop within 30 s.",
    collector: "Metrics",
    collector_title: "The collector: metrics and graph",
    collector_queue: "Queue",
    collector_counts: &["waiting", "put off", "adds", "retries", "taken"],
    collector_figures: [
        "Graph",
        "Owners remembered as absent",
        "Resources watched",
        "Failed rounds over discovery",
        "Client",
    ],
    collector_nodes: |nodes, virtual_nodes| format!("{nodes} nodes, {virtual_nodes} of them virtual"),
    collector_absent: |entries, hits, misses| {
        format!("{entries}; found {hits} times, not found {misses} times")
    },
    collector_client: |calls, delay| format!("{calls} calls had to wait, {delay} in all"),
    collector_graph: "Its graph",
    collector_graph_about: "The real collector prints its graph at /debug/controllers/garbage-collector/graph, if profiling is on.",
    collector_save_upstream: "Save as DOT, as Kubernetes writes it",
    collector_save_corrected: "Save as DOT, corrected",
    collector_compare: "Compare with a real one…",
    cluster_namespace: "Namespace",
    cluster_namespace_all: "all",
    cluster_namespace_about: "With one, only what is in it is asked for: enough where you have a Role, and no ClusterRole.",
    cluster_bad_namespace: "That cannot be the name of a namespace: lowercase letters, digits and hyphens, at most 63.",
    cluster_base: "Path of the API",
    cluster_bad_base: "The path of the API has to be a plain path at this address, such as / or /k8s/clusters/c-1.",
    cluster_read: "Read this cluster",
    cluster_error: |error| match error {
        LiveError::NoApi => "There is no Kubernetes API at that path of this address.".to_owned(),
        LiveError::Unreachable => "The API did not answer. What was open is still here.".to_owned(),
        LiveError::Refused(401) => {
            "The API does not know who asks (401): kubectl proxy has to run as somebody who may log in."
                .to_owned()
        }
        LiveError::Refused(status) => format!("The API refuses to say what it serves ({status})."),
        LiveError::Limit(limit, most) => format!(
            "The cluster has more than {} {}, and so it was not read.",
            grouped_u64(most),
            if limit == Limit::Objects {
                "objects"
            } else {
                "bytes of objects"
            }
        ),
    },

    question: "Question",
    if_i_delete: "If I delete",
    another: "another",
    pick_object: "Pick an object to delete",
    take_away: |what| format!("Take {what} out of the question"),
    policy: "Propagation policy",
    cascade: |cascade| match cascade {
        Cascade::Background => "Background",
        Cascade::Foreground => "Foreground",
        Cascade::Orphan => "Orphan",
        Cascade::ApiDefault => "API default",
    },
    cascade_about: |cascade| match cascade {
        Cascade::Background => "It goes at once, its dependents after it. What kubectl delete does.",
        Cascade::Foreground => "It waits until the dependents that block it are gone.",
        Cascade::Orphan => "Its dependents lose their reference to it and stay.",
        Cascade::ApiDefault => "A DELETE that names no policy: the API decides by the kind.",
    },
    is_same_as: |policy| format!("is {policy} here"),
    waits_for_pods: |count| format!("waits for {}", counted(count, "pod", "pods")),
    never_ends: "does not end",
    at_once: "at once",
    stay: |count| format!("{} {}", grouped(count), if count == 1 { "stays" } else { "stay" }),
    refused: "refused",
    watch: "Watch it happen",
    watch_again: "Watch again",
    stop_watching: "Stop watching",
    computing: "computing…",
    stopped: "cancelled",
    resume: "Compute it after all",

    objects_title: "Objects",
    filter: "Filter: kind:pod ns:shop fate:stuck",
    filter_label: "Filter the objects",
    filter_clear: "Clear the filter",
    grouping: "Arranged by",
    by_owners: "Owners",
    by_namespace: "Namespace",
    by_kind: "Kind",
    cluster_scoped: "cluster-scoped",
    anyway: |goes, stuck| match (goes, stuck) {
        (goes, 0) => format!(
            "{} anyway",
            counted(goes, "object changes or goes", "objects change or go")
        ),
        (0, stuck) => counted(
            stuck,
            "object is stuck or left over",
            "objects are stuck or left over",
        ),
        (goes, stuck) => format!(
            "{stuck} stuck, {goes} {} anyway",
            if goes == 1 {
                "changes or goes"
            } else {
                "change or go"
            }
        ),
    },
    nothing_anyway: "Nothing changes by itself",
    show_them: "Show",
    matches: |count, all| format!("{count} of {all} objects"),
    no_match: "No object passes this filter.",
    now: "now",
    never: "never",
    stays: "stays",
    fold: |what| format!("Fold {what}"),
    unfold: |what| format!("Unfold {what}"),
    resize: |what| format!("Resize {what}"),
    close: "Close",

    mark: |mark| match mark {
        Mark::Deleted => "deleted",
        Mark::Orphaned => "orphaned",
        Mark::Stuck => "stuck or never collected",
        Mark::Waiting => "still being deleted",
        Mark::Changed => "changed",
        Mark::Kept => "kept",
        Mark::Untouched => "untouched",
    },
    fate: |fate| match fate {
        Fate::Deleted => "deleted",
        Fate::Orphaned => "orphaned",
        Fate::Kept => "kept",
        Fate::Stuck => "stuck",
        Fate::Uncollectable => "never collected",
        Fate::Deleting => "still being deleted",
        Fate::Created => "created",
        Fate::Changed => "changed",
        Fate::Untouched => "untouched",
    },

    stage: "Picture",
    stage_graph: "Owner graph",
    stage_tree: "Tree",
    stage_list: "List",
    around: "Around",
    around_question: "Question",
    around_selected: "Selection",
    around_all: "Everything",
    way: "Direction",
    way_both: "Both",
    way_down: "Dependents",
    way_up: "Owners",
    open_all: "Open all groups",
    close_all: "Close all groups",
    picture_full: |most| {
        format!(
            "A picture has at most {} boxes; further groups stay closed.",
            grouped(most)
        )
    },
    arranging: |done, all| format!("Arranging {} of {}…", grouped(done), grouped(all)),
    map: "Map of the whole picture",
    many: |count, kind| format!("{} × {kind}", grouped(count)),
    many_objects: |count| counted(count, "object", "objects"),
    part_of_group: |first, last| format!("{} to {}", grouped(first), grouped(last)),
    group_open: "group, open",
    group_closed: "group, closed",
    is_gone: |count| format!("{count} gone"),
    hops: |hops| match hops {
        1 => "1 step away".to_owned(),
        _ => format!("{hops} steps away"),
    },
    fewer_hops: "Show less of the neighbourhood",
    more_hops: "Show more of the neighbourhood",
    zoom_in: "Zoom in",
    zoom_out: "Zoom out",
    zoom_fit: "Show everything",
    graph_about: |nodes, edges| {
        format!(
            "{} and {} between them",
            counted(nodes, "object", "objects"),
            counted(edges, "reference", "references")
        )
    },
    graph_keys: "Arrow keys go to owners, dependents and neighbours, Enter opens and closes a group, Shift with arrows moves the picture, plus and minus zoom, 0 shows everything",
    legend: "Legend",
    blocks: "blocks its owner",
    blocks_not: "does not block",
    is_virtual: "virtual: seen only in a reference",
    waiting_tag: "waiting",
    nothing_happens: "Nothing changes.",
    column_object: "Object",
    column_fate: "Fate",
    column_when: "When",
    column_why: "Why",

    stage_findings: |count| match count {
        0 => "Findings".to_owned(),
        _ => format!("Findings {}", grouped(count)),
    },
    findings: "Findings",
    findings_of: |count, objects, references| {
        format!(
            "{} in {} and {}, whatever you ask.",
            counted(count, "finding", "findings"),
            counted(objects, "object", "objects"),
            counted(references, "owner reference", "owner references")
        )
    },
    findings_none: "Nothing is wrong: every deletion ends, and every owner reference leads to its owner.",
    findings_about: |count| counted(count, "finding about it", "findings about it"),
    copy_report: "Copy the report (Markdown)",
    copy_command: "Copy the command",
    share: "Share",
    share_link_lead: "Whoever opens the link sees this cluster, this question and this step.",
    share_link: "Copy the link",
    share_private: "The link holds the objects themselves, without the contents of Secrets, environment values and annotations. It is sent nowhere.",
    share_picture: "Picture",
    share_needs_graph: "of the owner graph, which is not shown now",
    share_graph: "Graph as text",
    share_report: "Report for a ticket",
    share_scenario: "Scenario",
    share_scenario_about: "what is open and asked, for kubeloupe run; branches stay here",
    share_trace: "Trace, every step with its effects",
    share_needs_watching: "once something is watched",
    share_no_picture: "There is no picture to save: show the owner graph first.",
    save_failed: "The browser did not let this page save it.",
    copy: "Copy",
    link_too_long: "This cluster is too large for a link. Save it as a scenario, and send the file.",
    link_untold: "A step on the way here cannot be told in a link. Save the trace instead.",
    link_of_cluster: "What a running cluster said about itself fits into no link. Save the scenario instead.",
    link_broken: "This link is cut off or damaged. Ask for it again, whole.",
    copied: "Copied",
    copy_failed: "The browser did not let this page copy it.",
    waits_chain: "What it waits for",
    root_cause: "root cause",
    others: "It is about these as well",
    missing: "To know more, the dump would have to hold:",
    fixes: "What can be done",
    least_fix: "The least:",
    other_fix: "Or:",
    commands: "Commands",
    apply_fix: "Apply and watch",
    finalizer_by: "taken off by",
    finalizer_when: "when",
    finalizer_obstacle: "stands in the way",

    inspector: "Inspector",
    choose_something: "Choose an object in the list or in the picture to see what becomes of it, and why.",
    not_in_source: "Only references name it: it is not among the objects that were opened.",
    untouched: "Nothing happens to it.",
    anyway_note: "This happens whether or not you delete anything.",
    ask_this: "What if I delete this?",
    ask_this_too: "Delete this too",
    show_neighbours: "Show around it",
    why: "Why",
    reason: |reason, refs| match reason {
        Reason::Requested => "You asked for it.".to_owned(),
        Reason::OwnersAbsent => format!("None of its owners is there any more{}.", after_colon(refs)),
        Reason::OwnerWaits => format!(
            "Its owner waits for it in the foreground{}; no other owner lives.",
            after_colon(refs)
        ),
        Reason::SolidOwner => format!("An owner lives{}.", after_colon(refs)),
        Reason::OrphanedByOwner => format!(
            "Its owner was deleted with policy Orphan, so the reference to it was removed{}.",
            after_colon(refs)
        ),
        Reason::ReferencesStripped => format!(
            "References to absent or waiting owners were removed, because another owner lives{}.",
            after_colon(refs)
        ),
        Reason::LastFinalizerRemoved => "Its last finalizer was removed.".to_owned(),
        Reason::WaitsForDependents => "It waits for the dependents that block it.".to_owned(),
        Reason::HeldByFinalizer => "A finalizer holds it.".to_owned(),
        Reason::GracePeriod => "It got its grace period to stop.".to_owned(),
        Reason::GraceOver => {
            "Its grace period is over, and its kubelet confirmed that it stopped.".to_owned()
        }
        Reason::NamespaceDeleted => format!("Its namespace is being deleted{}.", after_colon(refs)),
        Reason::DefinitionDeleted => format!(
            "The definition of its kind is being deleted{}.",
            after_colon(refs)
        ),
        Reason::Evicted => "Its node has a taint that it does not tolerate, or no longer.".to_owned(),
        Reason::ScaledDown => "Its ReplicaSet had more pods than wanted.".to_owned(),
        Reason::HistoryCleanedUp => {
            "Its Deployment keeps no more old ReplicaSets than its history limit.".to_owned()
        }
        Reason::ServiceRemoved => format!("The Service that it belongs to went{}.", after_colon(refs)),
        Reason::UnmappedOwner => format!(
            "One of its owners is of a kind that this cluster does not serve{}, so the collector cannot look it up and tries again for ever, up to 16 min 40 s apart.",
            after_colon(refs)
        ),
        Reason::ScopeMismatch => format!(
            "It has no namespace but names an owner of a namespaced kind{}: the collector gives up on it.",
            after_colon(refs)
        ),
        Reason::CycleBroken => {
            "It is part of a circle of owners, which was broken by unblocking its references.".to_owned()
        }
        Reason::Deadlock => format!(
            "It and others wait for each other{}, for ever.",
            after_colon(refs)
        ),
        Reason::Refused => "The request was refused.".to_owned(),
    },
    verdict: |fate| match fate {
        Fate::Deleted => "Deleted.",
        Fate::Orphaned => "Orphaned.",
        Fate::Kept => "Kept.",
        Fate::Stuck => "Stuck.",
        Fate::Uncollectable => "Never collected.",
        Fate::Deleting => "Still being deleted when the forecast was cut off.",
        Fate::Created => "Created.",
        Fate::Changed => "Changed.",
        Fate::Untouched => "Untouched.",
    },
    island: "It and its owners only own each other. As long as nobody deletes one of them, the collector has no reason to look.",
    waits_for: "Waits for",
    waits_sentence: |what| format!("It waits for {what}."),
    waits_finalizer: |finalizer| format!("finalizer {finalizer}"),
    waits_dependent: |dependent| format!("{dependent}, which blocks it"),
    waits_dependents: |dependent, more| format!("{dependent} and {} more, which block it", grouped(more)),
    waits_kubelet: "its kubelet to confirm that it stopped",
    waits_no_node: "a kubelet, though it is on no node",
    waits_silent_node: |node| format!("the kubelet of {node}, which does not answer"),
    waits_refusal: |dependent| format!("{dependent}, whose reference cannot be taken off"),
    waits_content: "the rest of its content",
    waits_kind: |kind| format!("{kind}, a kind that is not served"),
    assumes: "Taken for granted",
    assumes_kind_seen: |kind| format!("{kind} is served, with the scope of the objects seen"),
    assumes_kind_not_served: |kind| format!("{kind} is not served: nothing here defines it"),
    assumes_owner_absent: |owner| format!("{owner} does not exist: it is not among the objects"),
    assumes_owner_guessed: |owner| format!("the owner named without a uid is {owner}"),
    assumes_owner_exists: |owner| format!("{owner} exists: no object of its kind was opened"),
    assumes_finalizer_stays: |finalizer| format!("nobody removes {finalizer}"),
    assumes_grace: |grace| format!("it uses its whole grace period, {grace}"),
    assumes_no_kubelet: "no kubelet confirms that it stopped",
    references: "Owner references",
    no_references: "It has no owner: the collector never touches it by itself.",
    dependents: |count| counted(count, "dependent", "dependents"),
    class: |class| match class {
        ReferenceClass::Solid => "solid",
        ReferenceClass::Dangling => "dangling",
        ReferenceClass::Waiting => "waiting",
    },
    class_unknown: "cannot tell",
    owner_lives: "exists and is not waiting to go",
    owner_gone: "is not there",
    owner_other_uid: "the name is there again with another uid",
    owner_waits: "is being deleted in the foreground",
    owner_deleting: "is being deleted, but not in the foreground: it counts as alive",
    owner_kind_unknown: |kind| format!("{kind} is not served here"),
    owner_elsewhere: |namespace| format!("lives in namespace {namespace}, where nobody looks for it"),
    owner_scope: "an owner with a namespace cannot own something without",
    owner_not_asked: "not among the objects, and no other object of its kind is",
    controller: "controller",
    blocking: "blocks its deletion",
    finalizers: "Finalizers",
    finalizer_foreground: "removed by the garbage collector once no dependent blocks",
    finalizer_orphan: "removed by the garbage collector once the dependents are let go",
    finalizer_kubernetes: "removed by the namespace controller once the namespace is empty",
    finalizer_crd: "removed by the API server once no instance is left",
    finalizer_protection: "removed by a protection controller, which is not simulated",
    finalizer_custom: "removed by whoever added it; nobody does here",
    metadata: "Metadata",
    meta_age: "created",
    meta_deleting: "deleted",
    meta_grace: "grace",
    meta_labels: "labels",
    meta_kind_from: "kind known from",
    meta_node: "node",
    ago: |span| format!("{span} ago"),
    from_now: |span| format!("in {span}"),
    happened: "What happened to it",
    happened_nothing: "Nothing in the steps so far.",
    happened_watch: "Watch it happen to see each step.",
    more: |count| format!("{count} more"),

    time: "Time",
    rewind: "Rewind",
    step_back: "Step back",
    play: "Play",
    pause: "Pause",
    step: "Step",
    next_due: "next due",
    next_due_about: "Skip to where the clock moves on",
    to_end: "To the end",
    position: "Step",
    step_of: |step, all| format!("step {step} of {all}"),
    speed: "Speed",
    schedule: "Order of steps",
    fair: "Fair",
    random: "Random",
    manual: "I choose",
    fair_about: "Each queue is served in turn; then the clock moves",
    random_about: "Any step that is possible, drawn by a seed",
    manual_about: "Pick each next step yourself, faults too",
    branch: "Branch",
    say_start: "The controllers are at work and your request has not been made yet.",
    say_not_watched: "The answer is above. Watch it happen to go through every step that leads to it.",
    say_not_asked: "Pick an object above, or press Delete on one in the list: what becomes of everything is told at once.",
    say_rest: "The cluster is at rest: some things may be tried again, but nothing will change any more.",
    choices: "What happens next?",
    queues: "Queues and calls",
    queue_later: "later",
    queue_at_work: "at work",
    empty: "empty",
    due_in: |span| format!("in {span}"),
    nth_try: |failures| format!("{} try", ordinal(failures + 1)),
    calls: "API calls of this step",
    calls_none: "none",
    absent: "Absent owners",
    absent_of: |count, most| format!("{count} of {most}"),

    time_words: &super::time::ENGLISH,
    script_words: &super::script::ENGLISH,

    act_deliver: |whom, what| format!("{whom} hears of {what}"),
    act_drop: |whom, what| format!("{whom} never hears of {what}"),
    act_graph: "The graph builder takes the next change",
    act_discover: "The collector looks at discovery",
    act_attempt: |queue, what| format!("A worker of {queue} takes {what} and finishes it"),
    act_take: |queue, what| format!("A worker of {queue} takes {what} and stops before its first call"),
    act_call: |worker, call| format!("{worker} makes its call: {call}"),
    act_advance: |until| format!("The clock moves to {until}"),
    act_kubelet: |pod| format!("The kubelet confirms that {pod} has stopped"),
    act_finalizer: |finalizer, object| format!("The controller of {finalizer} releases {object}"),
    act_crd: |definition| format!("The API server removes the instances of {definition}"),
    act_pod_start: |pod| format!("{pod} gets a node and starts"),
    act_lag: "Events reach the workload controllers later",
    act_lose_events: "The workload controllers lose events",
    act_relist: "The workload controllers list anew",
    act_quota: "The quota of a namespace changes",
    act_expectations: "Whether expectations count changes",
    the_workload_informer: "The workload controllers' informer",
    act_restart: "The controllers crash and start anew",
    act_discovery: "Discovery breaks, or is whole again",
    act_monitor_fails: |kind| format!("The collector can no longer watch {kind}"),
    act_monitor_recovers: |kind| format!("The collector can watch {kind} again"),
    act_nodes: |action, what| match action {
        NodeAction::Deliver(_) => {
            "Everything that has arrived reaches a cache of the nodes' controllers".to_owned()
        }
        NodeAction::Heartbeats => "Kubelets renew their leases and post their statuses".to_owned(),
        NodeAction::NodeWork => "Nodes that changed get their NoSchedule taints".to_owned(),
        NodeAction::PodWork => "Pods that were bound to nodes are looked at".to_owned(),
        NodeAction::EvictionWork => "Taint eviction looks at nodes and pods that changed".to_owned(),
        NodeAction::EvictionTimers => "Timers of taint eviction fire".to_owned(),
        NodeAction::TaintTick => "The taint loop runs".to_owned(),
        NodeAction::Pass => "The node lifecycle controller looks at all nodes".to_owned(),
        NodeAction::One(choice) => match choice {
            NodeChoice::Beat(_) => {
                format!("The kubelet of {what} renews and posts, before others that are due")
            }
            NodeChoice::Node(_) => {
                format!("{what} gets its NoSchedule taints, before other nodes that changed")
            }
            NodeChoice::Pod(_) => format!("{what} is looked at, before other pods that were bound"),
            NodeChoice::EvictionNode(_) | NodeChoice::EvictionPod(..) => {
                format!("Taint eviction looks at {what} alone")
            }
            NodeChoice::Deletion(_) => format!("Taint eviction's deletion of {what} runs"),
            NodeChoice::Timer(_) => format!("The timer of {what} fires, before others that are due"),
            NodeChoice::Zone(_) if what == "-" => {
                "The taint loop serves the nodes without a zone first".to_owned()
            }
            NodeChoice::Zone(_) => format!("The taint loop serves {what} first"),
            NodeChoice::BeginPass => "A pass over the nodes begins; others may act before it ends".to_owned(),
            NodeChoice::TakeUp(_) => format!("A worker of the pass takes up {what}, past the breaker"),
            NodeChoice::Evaluate(_) => format!("The pass evaluates {what} next"),
            NodeChoice::EvaluateBriefly(_) => {
                format!("The pass evaluates {what} next, with six tries instead of seven")
            }
            NodeChoice::EndPass(_) if what.is_empty() => "The pass ends and judges the zones".to_owned(),
            NodeChoice::EndPass(_) => format!("The pass ends; zones left over: {what}"),
        },
    },
    act_node_fault: |fault, what| match fault {
        NodeFault::Node { down: true, .. } => format!("Node {what} goes down"),
        NodeFault::Node { down: false, .. } => format!("Node {what} is up again"),
        NodeFault::Zone { down: true, .. } => format!("All nodes of zone {what} go down"),
        NodeFault::Zone { down: false, .. } => format!("All nodes of zone {what} are up again"),
        NodeFault::Lease { stops: true, .. } => format!("{what} no longer renews its lease"),
        NodeFault::Lease { stops: false, .. } => format!("{what} renews its lease again"),
        NodeFault::Status { stops: true, .. } => format!("{what} no longer posts its status"),
        NodeFault::Status { stops: false, .. } => format!("{what} posts its status again"),
        NodeFault::Clock { behind, .. } => format!("The clock of {what} is {behind} behind"),
        NodeFault::Ready { ready, .. } => format!("{what} reports Ready {}", ready.text()),
        NodeFault::Cache { stalls: true, .. } => format!("The cache of {what} stalls"),
        NodeFault::Cache { stalls: false, .. } => format!("The cache of {what} goes on"),
        NodeFault::Refuse(calls) => format!("The next {} calls on {what} are refused", calls.times),
    },
    the_collector: "The collector",
    the_namespace_controller: "The namespace controller",
    the_node_controller: "The node lifecycle controller",
    the_taint_eviction: "The taint eviction controller",

    busy: |busy| match busy {
        Busy::Reading(..) => "Reading…".to_owned(),
        Busy::Asking(progress) if progress.resources == 0 => "Asking the cluster what it serves…".to_owned(),
        Busy::Asking(progress) => format!(
            "Reading the cluster… {} of {} resources, {}",
            progress.resources_done,
            progress.resources,
            counted(progress.objects, "object", "objects")
        ),
        Busy::WarmingUp => "The controllers take in the objects…".to_owned(),
        Busy::Forecasting(steps) => format!("Forecasting… {steps} steps"),
        Busy::RunningAhead(steps) => format!("Following it to the end… {steps} steps"),
    },
    cancel: "Cancel",
    dismiss: "Dismiss",
    rule: |rule| format!("Rule {rule}"),
    rule_unknown: "This rule has no short text yet.",

    keys_everywhere: &[
        ("[ ]", "the lens before, the next lens"),
        ("O", "open a cluster"),
        ("Esc", "close what is open"),
        ("?", "this sheet"),
    ],
    keys_of: |lens| match lens {
        Lens::Deletion => &[
            ("Space", "play or pause"),
            ("← →", "step back, step"),
            (
                "Home End",
                "to the start, to the end, or to a breakpoint on the way",
            ),
            ("N", "next due: until the clock moves"),
            ("W", "watch it happen"),
            ("1 2 3 4", "policy: Background, Foreground, Orphan, API default"),
            ("G T L D", "owner graph, tree, list, findings"),
            ("S", "share: link, picture, report, scenario"),
            ("E A", "edit what is open, add an object"),
            ("Ctrl+Z Ctrl+Y", "undo a change, redo it"),
            ("/", "find an object"),
            ("F", "filter the objects"),
            (
                "↑ ↓ ← →",
                "in the list: move, fold, unfold; Enter chooses, Delete asks",
            ),
            (
                "↑ ↓ ← →",
                "in the picture: to the owner, a dependent, a neighbour; with Shift the picture moves",
            ),
            ("Enter", "in the picture: open or close a group"),
            ("+ − 0", "in the picture: zoom, show everything"),
        ],
        Lens::Hash => &[
            ("← →", "an older version, a newer one"),
            (
                "1 2 3 4 5",
                "hashed text, compare, who made it, collide, alphabet",
            ),
            ("↑ ↓", "in the list of fields: the one before, the next"),
        ],
        Lens::Expectations => &[
            ("Space", "play or pause"),
            ("← →", "step back, step"),
            ("Home End", "rewind, to the end"),
        ],
        Lens::Nodes => &[
            ("Space", "play or pause"),
            ("← →", "the change before, the next change"),
            ("N", "next turn: a fault, or a zone's new state"),
            ("Home End", "to the start, to the end"),
            ("↑ ↓ ← →", "among nodes: move; Enter chooses"),
        ],
    },
    shapes_title: "Shapes",
};

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn after_colon(refs: &str) -> String {
    if refs.is_empty() {
        String::new()
    } else {
        format!(" ({refs})")
    }
}

fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

#[cfg(test)]
mod tests {
    use super::{counted, grouped, ordinal};

    #[test]
    fn numbers_are_told_in_words() {
        assert_eq!(counted(1, "pod", "pods"), "1 pod");
        assert_eq!(counted(0, "pod", "pods"), "0 pods");
        assert_eq!(
            [999, 4_999, 1_000_000].map(grouped),
            ["999", "4,999", "1,000,000"]
        );
        assert_eq!(
            [1, 2, 3, 4, 11, 12, 21].map(ordinal),
            ["1st", "2nd", "3rd", "4th", "11th", "12th", "21st"]
        );
    }
}
