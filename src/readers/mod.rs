//! Rule files of other tools, as rule sets of ours.

mod databricks;
mod pulumi;
mod terraform;

pub use databricks::path as databricks_path;

use crate::json::{self, Document, Kind, Limits, NodeId, Refused, Source};
use crate::normalize::{self, Lifted};
use crate::problem::{Code, Problem};
use crate::rules::Term;
use crate::value::Scalar;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What a rule file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleFile {
    /// `resources.yml` of Databricks' direct engine, or the rules of one resource of it.
    Databricks,
    /// A Pulumi package schema.
    PulumiSchema,
    /// `terraform providers schema -json`.
    TerraformSchema,
}

impl RuleFile {
    /// As it is called in the programming interface.
    const NAMES: [(&'static str, RuleFile); 3] = [
        ("databricks-resources", RuleFile::Databricks),
        ("pulumi-schema", RuleFile::PulumiSchema),
        ("terraform-schema", RuleFile::TerraformSchema),
    ];

    /// The kind of this name.
    pub fn named(name: &str) -> Option<RuleFile> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, file)| *file)
    }
}

/// Words by type and pattern, in the order in which they were found.
#[derive(Debug, Default)]
pub(crate) struct RuleText(BTreeMap<String, Vec<(String, Vec<String>)>>);

impl RuleText {
    fn add(&mut self, r#type: &str, pattern: &str, word: String) {
        let rules = self.0.entry(r#type.to_owned()).or_default();
        let at = rules.iter().position(|(other, _)| other == pattern).unwrap_or_else(|| {
            rules.push((pattern.to_owned(), Vec::new()));
            rules.len() - 1
        });
        if !rules[at].1.contains(&word) {
            rules[at].1.push(word);
        }
    }

    /// A rule set as JSON, a line for each pattern.
    fn written(&self) -> String {
        let words = |words: &[String]| {
            let quoted: Vec<String> = words.iter().map(|word| normalize::quoted(word)).collect();
            if let [word] = &quoted[..] { word.clone() } else { format!("[{}]", quoted.join(", ")) }
        };
        let rule = |(pattern, of_pattern): &(String, Vec<String>)| {
            format!("    {}: {}", normalize::quoted(pattern), words(of_pattern))
        };
        let of_type = |(name, rules): (&String, &Vec<(String, Vec<String>)>)| {
            let rules: Vec<String> = rules.iter().map(rule).collect();
            format!("  {}: {{\n{}\n  }}", normalize::quoted(name), rules.join(",\n"))
        };
        let types: Vec<String> = self.0.iter().map(of_type).collect();
        if types.is_empty() { "{}\n".to_owned() } else { format!("{{\n{}\n}}\n", types.join(",\n")) }
    }
}

/// A rule file that was read, to say where in it something is wrong.
pub struct ReadFile {
    /// Its text.
    pub source: Source,
    /// What is to be said of it.
    pub problems: Vec<Problem>,
}

/// Reads rule files as one: what the first one says comes before what the others say, as rules by hand come before generated
/// ones. Gives the text of a rule set, and for each file what it says that no rule does.
pub fn read_rules(texts: Vec<Vec<u8>>, file: Option<RuleFile>) -> (String, Vec<ReadFile>) {
    let mut rules = RuleText::default();
    let mut read = Vec::new();
    for (at, text) in texts.into_iter().enumerate() {
        let is_generated = at > 0;
        match document(text) {
            Ok((document, source)) => {
                let mut problems = Vec::new();
                let mut reading =
                    Reading { document: &document, is_generated, rules: &mut rules, problems: &mut problems };
                match file.or_else(|| kind(&document)) {
                    Some(RuleFile::Databricks) => databricks::read(&mut reading),
                    Some(RuleFile::PulumiSchema) => pulumi::read(&mut reading),
                    Some(RuleFile::TerraformSchema) => terraform::read(&mut reading),
                    None => reading.say(
                        Code::RuleFileUnknown,
                        "this is no rule file that can be read; there are: resources.yml of Databricks, a Pulumi package schema, and the output of terraform providers schema -json".to_owned(),
                    ),
                }
                read.push(ReadFile { source, problems });
            }
            Err(Refused { source, problem }) => read.push(ReadFile { source, problems: vec![problem] }),
        }
    }
    (rules.written(), read)
}

/// A file on its way to rules.
struct Reading<'r> {
    document: &'r Document,
    is_generated: bool,
    rules: &'r mut RuleText,
    problems: &'r mut Vec<Problem>,
}

impl Reading<'_> {
    fn say(&mut self, code: Code, message: String) {
        self.problems.push(Problem::new(code, message, None));
    }
}

/// A document in JSON, or in YAML.
fn document(text: Vec<u8>) -> Result<(Rc<Document>, Source), Refused> {
    let refused = match json::read(text.clone(), Limits::default()) {
        Ok(document) => {
            let source = document.source().clone();
            return Ok((Rc::new(document), source));
        }
        Err(refused) => refused,
    };
    let yaml = Term::parse("yaml").ok().and_then(|term| {
        let read = normalize::canonical(&[term], Lifted::Scalar(Scalar::Text(text.into()))).ok()?;
        if let Lifted::Container(document, NodeId::ROOT) = read { Some(document) } else { None }
    });
    match yaml {
        Some(document) => Ok((document, refused.source)),
        None if is_yaml_like(&refused.source) => {
            let message = "this is neither JSON nor YAML that can be read: YAML needs one document without tags of its own";
            Err(Refused { problem: Problem::new(Code::RuleFileUnknown, message, None), ..refused })
        }
        None => Err(refused),
    }
}

/// Whether a text does not begin as JSON does.
fn is_yaml_like(source: &Source) -> bool {
    let text = source.text().trim_start();
    !text.is_empty() && !text.starts_with(['{', '['])
}

/// What a document is, by its shape.
fn kind(document: &Document) -> Option<RuleFile> {
    let root = document.root();
    let has = |name| document.kind(root) == Kind::Map && document.member(root, name).is_some();
    if has("provider_schemas") {
        Some(RuleFile::TerraformSchema)
    } else if has("resources") && (has("name") || has("provider")) {
        Some(RuleFile::PulumiSchema)
    } else if has("resources") || databricks::CATEGORIES.iter().any(|(name, _)| has(name)) {
        Some(RuleFile::Databricks)
    } else {
        None
    }
}
