//! Dynamic providers: user code that Python or Node runs as a provider.

/// The language that a dynamic provider is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Python.
    Python,
    /// JavaScript or TypeScript.
    JavaScript,
}

/// The language of the provider of a type; none for a type of any other provider.
pub fn language(r#type: &str) -> Option<Language> {
    const TYPES: [(&str, Language); 2] =
        [("pulumi-python:dynamic", Language::Python), ("pulumi-nodejs:dynamic", Language::JavaScript)];
    let is_of = |prefix: &str| r#type.strip_prefix(prefix).is_some_and(|rest| rest.starts_with([':', '/']));
    TYPES.iter().find(|(prefix, _)| is_of(prefix)).map(|(_, language)| *language)
}
