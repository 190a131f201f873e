use super::batches::Batches;
use super::bench::Bench;
use super::counters::Counters;
use super::lanes::Lanes;
use super::text::Text;
use kubeloupe_core::object::Name;
use yew::prelude::*;

/// Which world.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Both worlds.
    pub bench: Bench,
    /// The lens's words.
    pub text: &'static Text,
    /// 0 for the real one, 1 for the one without expectations.
    pub number: usize,
    /// uid of the pod that was chosen.
    pub chosen: Option<Name>,
    /// A pod was chosen, or no longer.
    pub on_choose: Callback<Option<Name>>,
}

/// One world: its ReplicaSets, where its pods are known, what is expected, and how it makes pods.
#[component]
pub fn WorldCard(
    Props {
        bench,
        text,
        number,
        chosen,
        on_choose,
    }: &Props,
) -> Html {
    let shown = bench.shown();
    let Some(picture) = shown.pictures.get(*number).cloned() else {
        return Html::default();
    };
    let (title, about) = match *number {
        0 => (text.with, text.with_about),
        _ => (text.without, text.without_about),
    };
    let over: i64 = picture
        .sets
        .iter()
        .map(|set| (i64::from(set.stored) - i64::from(set.desired)).max(0))
        .sum();
    html! {
        <article class={classes!("ex-world", (*number == 1).then_some("other"))} aria-label={title} data-active={picture.sets.first().map(|set| set.stored.to_string())} data-observed={picture.sets.first().map(|set| set.cached.to_string())}>
            <header>
                <h3>{title}</h3>
                <small>{about}</small>
                if over > 0 {
                    <b class="ex-over">{(text.doubled)(over)}</b>
                }
            </header>
            <ul class="ex-sets">
                for (place, set) in picture.sets.iter().enumerate() {
                    <li key={place} class={classes!("ex-set", format!("set{place}"))} aria-label={format!("{}: {}", set.name, (text.tally)(set.desired, set.stored, set.cached))}>
                        <b class="ex-set-name">{format!("ReplicaSet {}", set.name)}</b>
                        <span><b>{set.desired}</b>{text.desired}
                            if let Some(seen) = set.desired_seen.filter(|seen| *seen != set.desired) {
                                <small>{(text.desired_unseen)(seen)}</small>
                            }
                        </span>
                        <span class={(set.stored as i64 != i64::from(set.desired)).then_some("off")}><b>{set.stored}</b>{text.active}</span>
                        <span class={(set.cached != set.stored).then_some("off")}><b>{set.cached}</b>{text.observed}</span>
                    </li>
                }
            </ul>
            <Lanes picture={picture.clone()} {text} chosen={*chosen} on_choose={(*number == 0).then(|| on_choose.clone())} />
            <div class="ex-cards">
                <Counters bench={bench.clone()} {text} number={*number} />
                <Batches bench={bench.clone()} {text} number={*number} />
            </div>
        </article>
    }
}
