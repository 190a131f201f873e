use crate::Sources;
use crate::failure::{no_option, no_target, refused, stopped};
use crate::scenario::Question;
use kubeloupe_core::analyse::ForecastRun;
use kubeloupe_core::analyse::diagnosis::Coverage;
use kubeloupe_core::sim::Config;
use kubeloupe_formats::diagnosis::Findings;
use kubeloupe_formats::dump::{DumpReader, Note};
use kubeloupe_formats::forecast::{Answer, Asking, Forecaster, Preparation, built_in, parse_cascade};
use kubeloupe_formats::result::LeftOut;
use kubeloupe_formats::text::{Lang, describe_notes};
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// A dump: on its way in, or ready to be asked.
#[wasm_bindgen]
pub struct DumpHandle {
    stage: Stage,
    config: Config,
    lang: Lang,
    in_vain: Vec<Note>,
    /// Bytes read, objects, and steps of the controllers.
    progress: (u64, usize, u64),
}

enum Stage {
    Reading(Box<DumpReader<'static>>),
    Preparing(Box<Preparation>),
    Ready(Rc<Forecaster>),
    /// An input was refused.
    Refused,
}

#[wasm_bindgen]
impl DumpHandle {
    /// Begins to read `dumps`, which are used up.
    #[wasm_bindgen(constructor)]
    pub fn new(dumps: Sources, question: &Question) -> Result<Self, JsValue> {
        let mut config = Config::default();
        let lang = question.lang;
        let version = &question.version;
        version
            .configure(&mut config)
            .map_err(|error| refused(&error, lang))?;
        Ok(DumpHandle {
            stage: Stage::Reading(Box::new(dumps.into_reader(built_in(config.minor)))),
            config,
            lang,
            in_vain: version.in_vain(),
            progress: (0, 0, 0),
        })
    }

    /// Reads about `budget` kilobytes, or takes as many steps. Returns whether the dump is ready.
    pub fn advance(&mut self, budget: u32) -> Result<bool, JsValue> {
        self.stage = match std::mem::replace(&mut self.stage, Stage::Refused) {
            Stage::Reading(mut reader) => {
                let read = reader.advance((budget as usize).saturating_mul(1000));
                let read = read.map_err(|error| refused(&error, self.lang))?;
                self.progress = (read.read, read.objects, 0);
                if read.done {
                    let (cluster, dump) = reader.finish();
                    let dump = dump.map_err(|error| refused(&error, self.lang))?;
                    self.progress.1 = dump.objects.len();
                    Stage::Preparing(Box::new(Preparation::new(cluster, dump, self.config.clone())))
                } else {
                    Stage::Reading(reader)
                }
            }
            Stage::Preparing(mut preparation) => {
                let done = preparation.advance(u64::from(budget));
                self.progress.2 = preparation.steps();
                if done {
                    Stage::Ready(Rc::new(preparation.finish()))
                } else {
                    Stage::Preparing(preparation)
                }
            }
            stage => stage,
        };
        Ok(matches!(self.stage, Stage::Ready(_)))
    }

    /// Bytes read so far, as the inputs were given.
    pub fn bytes(&self) -> f64 {
        self.progress.0 as f64
    }

    /// Objects so far.
    pub fn objects(&self) -> usize {
        self.progress.1
    }

    /// Steps of the controllers so far.
    pub fn steps(&self) -> f64 {
        self.progress.2 as f64
    }

    /// What people should know: what the reader assumed, made up, or left out, a line each.
    pub fn remarks(&self, language: &str) -> Result<String, JsValue> {
        let forecaster = self.ready()?;
        let lang = Lang::of_tag(language);
        let notes: Vec<Note> = self.in_vain.iter().chain(forecaster.notes()).cloned().collect();
        Ok(describe_notes(&notes, forecaster.cluster(), lang).join("\n"))
    }

    /// What was in the input and is not among the objects, as JSON.
    #[wasm_bindgen(js_name = leftOut)]
    pub fn left_out(&self) -> Result<String, JsValue> {
        let forecaster = self.ready()?;
        Ok(LeftOut::list_json(&LeftOut::of_notes(
            forecaster.notes(),
            forecaster.cluster(),
        )))
    }

    /// Asks what the deletion of `targets` (`KIND[.GROUP]/[NAMESPACE/]NAME`), in this order, does: with the policy
    /// `cascade` (`background`, `foreground`, `orphan`, `default`), or each of them.
    pub fn forecast(
        &self,
        targets: Vec<String>,
        namespace: Option<String>,
        cascade: Option<String>,
    ) -> Result<ForecastHandle, JsValue> {
        let cascades = parse_cascade(cascade.as_deref()).ok_or_else(|| {
            no_option(
                "cascade",
                &cascade.unwrap_or_default(),
                &["background", "foreground", "orphan", "default"],
            )
        })?;
        let forecaster = self.ready()?;
        let asking = Asking::new(forecaster, &targets, namespace.as_deref(), &cascades)
            .map_err(|error| no_target(&error, self.lang))?;
        Ok(ForecastHandle {
            forecaster: forecaster.clone(),
            asking: Some(asking),
            answer: None,
            in_vain: self.in_vain.clone(),
        })
    }

    /// Looks for what is stuck, what will be deleted, and which owner references are wrong.
    pub fn diagnose(&self) -> Result<DiagnosisHandle, JsValue> {
        let run = self.ready()?.settled();
        Ok(DiagnosisHandle { run, findings: None })
    }
}

impl DumpHandle {
    fn ready(&self) -> Result<&Rc<Forecaster>, JsValue> {
        match &self.stage {
            Stage::Ready(forecaster) => Ok(forecaster),
            _ => Err(stopped("a dump was asked before it was read")),
        }
    }
}

/// What a deletion does.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ForecastHandle {
    forecaster: Rc<Forecaster>,
    asking: Option<Asking>,
    answer: Option<Answer>,
    in_vain: Vec<Note>,
}

#[wasm_bindgen]
impl ForecastHandle {
    /// Takes up to `steps` steps. Returns whether the answer is there.
    pub fn advance(&mut self, steps: u32) -> bool {
        if let Some(mut asking) = self.asking.take() {
            if asking.advance(&self.forecaster, u64::from(steps)) {
                let answer = asking.finish(&self.forecaster);
                self.answer = Some(answer.with_notes(self.in_vain.clone()));
            } else {
                self.asking = Some(asking);
            }
        }
        self.answer.is_some()
    }

    /// Steps taken so far.
    pub fn steps(&self) -> f64 {
        self.asking.as_ref().map_or(0.0, |asking| asking.steps() as f64)
    }

    /// For programs: one JSON document in one line.
    pub fn json(&self) -> Result<String, JsValue> {
        Ok(self.answer()?.report().to_json())
    }

    /// For people, in the language `en` or `zh`.
    pub fn text(&self, language: &str) -> Result<String, JsValue> {
        Ok(self.answer()?.table(Lang::of_tag(language)))
    }

    /// For a ticket: Markdown, in the language `en` or `zh`.
    pub fn markdown(&self, language: &str) -> Result<String, JsValue> {
        Ok(self.answer()?.markdown(Lang::of_tag(language)))
    }
}

impl ForecastHandle {
    fn answer(&self) -> Result<&Answer, JsValue> {
        self.answer
            .as_ref()
            .ok_or_else(|| stopped("an answer was read before it was there"))
    }
}

/// What is wrong with a cluster.
#[wasm_bindgen]
#[derive(Debug)]
pub struct DiagnosisHandle {
    run: ForecastRun,
    findings: Option<Findings>,
}

#[wasm_bindgen]
impl DiagnosisHandle {
    /// Takes up to `steps` steps. Returns whether the findings are there.
    pub fn advance(&mut self, steps: u32) -> bool {
        if self.findings.is_none() && self.run.advance(u64::from(steps)) {
            self.findings = Some(Findings::of_run(&self.run, Coverage::Dump));
        }
        self.findings.is_some()
    }

    /// Steps taken so far.
    pub fn steps(&self) -> f64 {
        self.run.steps() as f64
    }

    /// For programs: one JSON document in one line, its sentences in the language `en` or `zh`.
    pub fn json(&self, language: &str) -> Result<String, JsValue> {
        Ok(self.findings()?.report(Lang::of_tag(language)).to_json())
    }

    /// For people.
    pub fn text(&self, language: &str) -> Result<String, JsValue> {
        Ok(self.findings()?.text(Lang::of_tag(language)))
    }

    /// For a ticket.
    pub fn markdown(&self, language: &str) -> Result<String, JsValue> {
        Ok(self.findings()?.markdown(Lang::of_tag(language)))
    }

    /// Whether anything is wrong, rather than unknown.
    #[wasm_bindgen(js_name = isAnythingWrong)]
    pub fn is_anything_wrong(&self) -> Result<bool, JsValue> {
        Ok(self.findings()?.is_anything_wrong())
    }
}

impl DiagnosisHandle {
    fn findings(&self) -> Result<&Findings, JsValue> {
        self.findings
            .as_ref()
            .ok_or_else(|| stopped("a diagnosis was read before it was there"))
    }
}
