//! The JavaScript boundary: converts and does nothing else.
//!
//! Documents and rule sets come in as [`Buffer`]s that JavaScript has written UTF-8 or UTF-16 into,
//! options as an object read field by field; the report's own structs go out through serde. A
//! user's keys are always values there, never field names.

use crate::contract::{Dialect, FieldAction, Ladder, LimitOptions, Olds, Options, Override, Quiet};
use crate::json;
use crate::report::{self, Beside};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

/// Plain objects, and `null` for what is absent.
const SERIALIZER: Serializer = Serializer::json_compatible();

#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// A text on its way in.
#[wasm_bindgen]
#[derive(Default)]
pub struct Buffer(Vec<u8>);

#[wasm_bindgen]
impl Buffer {
    /// An empty buffer.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Buffer {
        Buffer(Vec::new())
    }

    /// Grows or cuts it to `length` bytes; what is in it stays, its place may change. False if there is
    /// no memory for it.
    pub fn resize(&mut self, length: u32) -> bool {
        json::resize(&mut self.0, length as usize)
    }

    /// Where its first byte stands in the module's memory.
    #[wasm_bindgen(getter)]
    pub fn address(&self) -> u32 {
        self.0.as_ptr() as u32
    }
}

/// The module's memory: of the instance that runs now, which after a trap is not the first one.
#[wasm_bindgen(js_name = linearMemory, unchecked_return_type = "WebAssembly.Memory")]
pub fn linear_memory() -> JsValue {
    wasm_bindgen::memory()
}

/// A comparison that lives in the module until it is freed.
#[wasm_bindgen]
pub struct Comparison(report::Comparison);

#[wasm_bindgen]
impl Comparison {
    /// See [`report::Comparison::new`].
    #[wasm_bindgen(constructor)]
    pub fn new(
        old: Buffer,
        new: Buffer,
        rules: Option<Buffer>,
        answer: Option<Buffer>,
        outs: Option<Buffer>,
        remote: Option<Buffer>,
        options: &JsValue,
    ) -> Comparison {
        let beside = beside([rules, answer, outs, remote]);
        Comparison(report::Comparison::new(old.0, new.0, beside, self::options(options)))
    }

    /// See [`report::Comparison::review`].
    pub fn review(plan: Buffer, rules: Option<Buffer>, options: &JsValue) -> Comparison {
        let rules = rules.map(|rules| rules.0);
        Comparison(report::Comparison::review(plan.0, rules, self::options(options)))
    }

    /// See [`report::Comparison::decide`].
    #[must_use]
    pub fn decide(
        &self,
        rules: Option<Buffer>,
        answer: Option<Buffer>,
        outs: Option<Buffer>,
        remote: Option<Buffer>,
        options: &JsValue,
    ) -> Comparison {
        Comparison(self.0.decide(beside([rules, answer, outs, remote]), self::options(options)))
    }

    /// The report without its findings.
    ///
    /// # Errors
    /// None in practice: the report's structs always serialise.
    pub fn report(&self) -> Result<JsValue, JsValue> {
        to_js(self.0.report())
    }

    /// What is to be said of the inputs.
    ///
    /// # Errors
    /// None in practice: diagnostics always serialise.
    pub fn diagnostics(&self) -> Result<JsValue, JsValue> {
        to_js(&self.0.diagnostics())
    }

    /// The detailed diff of one resource's verdict.
    ///
    /// # Errors
    /// None in practice: the report's structs always serialise.
    #[wasm_bindgen(js_name = detailedDiff)]
    pub fn detailed_diff(&self, resource: u32) -> Result<JsValue, JsValue> {
        to_js(&self.0.detailed_diff(resource))
    }

    /// What one resource comes to with proposals accepted.
    ///
    /// # Errors
    /// None in practice: the report's structs always serialise.
    pub fn proposed(&self, resource: u32) -> Result<JsValue, JsValue> {
        to_js(&self.0.proposed(resource))
    }

    /// The lists and maps in which many findings of one resource are one difference.
    ///
    /// # Errors
    /// None in practice: the report's structs always serialise.
    pub fn groups(&self, resource: u32) -> Result<JsValue, JsValue> {
        to_js(&self.0.groups(resource))
    }

    /// Who else is hit because of one resource.
    ///
    /// # Errors
    /// None in practice: the report's structs always serialise.
    pub fn affects(&self, resource: u32) -> Result<JsValue, JsValue> {
        to_js(&self.0.affects(resource))
    }

    /// Keys of one resource that are counted and are no findings.
    ///
    /// # Errors
    /// None in practice: the report's structs always serialise.
    pub fn keys(&self, resource: u32, which: &str, from: u32) -> Result<JsValue, JsValue> {
        let which = Quiet::ALL.iter().find(|quiet| quiet.as_str() == which);
        to_js(&which.map(|which| self.0.keys(resource, *which, from)))
    }

    /// The expensive views of one finding.
    ///
    /// # Errors
    /// None in practice: the report's structs always serialise.
    pub fn detail(&self, finding: u32) -> Result<JsValue, JsValue> {
        to_js(&self.0.detail(finding))
    }

    /// The findings of one resource.
    ///
    /// # Errors
    /// None in practice: the report's structs always serialise.
    pub fn findings(&self, resource: u32) -> Result<JsValue, JsValue> {
        to_js(&self.0.findings(resource))
    }
}

/// What a text is: its format, how sure that is, and what to run where it is not one that is read.
///
/// # Errors
/// None in practice: what was detected always serialises.
#[wasm_bindgen]
pub fn detect(text: Buffer) -> Result<JsValue, JsValue> {
    to_js(&report::detect(text.0))
}

/// What is wrong in a rule set.
///
/// # Errors
/// None in practice: diagnostics always serialise.
#[wasm_bindgen(js_name = checkRules)]
pub fn check_rules(rules: Buffer) -> Result<JsValue, JsValue> {
    to_js(&report::check_rules(rules.0))
}

/// Rule files of other tools as a rule set, and what they say that no rule does.
///
/// # Errors
/// None in practice: both always serialise.
#[wasm_bindgen(js_name = readRules)]
#[expect(clippy::needless_pass_by_value, reason = "the boundary passes owned values")]
pub fn read_rules(texts: Vec<Buffer>, format: Option<String>) -> Result<JsValue, JsValue> {
    let texts = texts.into_iter().map(|text| text.0).collect();
    to_js(&report::read_rules(texts, format.as_deref()))
}

/// What comes beside two documents, in the order of the facade.
fn beside(buffers: [Option<Buffer>; 4]) -> Beside {
    let [rules, answer, outs, remote] = buffers.map(|buffer| buffer.map(|buffer| buffer.0));
    Beside { rules, answer, outs, remote }
}

/// Reads the options field by field. The facade has checked their names and types, so what is not
/// there or of another type is left at its default. (Deriving this cost 16 KB of gzip.)
#[expect(clippy::cast_sign_loss, reason = "the facade lets whole numbers through, from 1 up")]
fn options(from: &JsValue) -> Options {
    let field =
        |of: &JsValue, name: &str| js_sys::Reflect::get(of, &name.into()).unwrap_or(JsValue::UNDEFINED);
    let text = |name: &str| field(from, name).as_string();
    let limits = field(from, "limits");
    let limit = |name: &str| field(&limits, name).as_f64().map(|limit| limit as u32);
    Options {
        r#type: text("type"),
        olds: if text("olds").as_deref() == Some("state") { Olds::State } else { Olds::Inputs },
        dialect: if text("dialect").as_deref() == Some("pulumi") { Dialect::Pulumi } else { Dialect::Json },
        ignore_changes: texts(&field(from, "ignoreChanges")),
        replace_on_changes: texts(&field(from, "replaceOnChanges")),
        delete_before_replace: field(from, "deleteBeforeReplace").as_bool(),
        ladder: if text("ladder").as_deref() == Some("earlier") { Ladder::Earlier } else { Ladder::Latest },
        overrides: items(&field(from, "overrides")).filter_map(|item| by_user(&item)).collect(),
        update_mask: update_mask(&field(from, "updateMask")),
        never_sent: texts(&field(from, "neverSent")),
        reveal: texts(&field(from, "reveal")),
        limits: LimitOptions { depth: limit("depth"), bytes: limit("bytes") },
    }
}

/// The items of a list; of anything else, none.
fn items(list: &JsValue) -> impl Iterator<Item = JsValue> {
    list.dyn_ref::<js_sys::Array>().map(js_sys::Array::iter).into_iter().flatten()
}

/// The texts of a list.
fn texts(list: &JsValue) -> Vec<String> {
    items(list).filter_map(|item| item.as_string()).collect()
}

/// A list of paths, or `*` alone.
fn update_mask(mask: &JsValue) -> Option<Vec<String>> {
    let one = mask.as_string().map(|one| vec![one]);
    one.or_else(|| mask.is_instance_of::<js_sys::Array>().then(|| texts(mask)))
}

/// A decision of the user's own, as the facade lets it through.
fn by_user(item: &JsValue) -> Option<Override> {
    let text = |name: &str| js_sys::Reflect::get(item, &name.into()).ok()?.as_string();
    let action = text("action")?;
    let action = FieldAction::ALL.iter().find(|known| known.as_str() == action)?;
    Some(Override { path: text("path")?, action: *action, reason: text("reason")? })
}

fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    value.serialize(&SERIALIZER).map_err(Into::into)
}
