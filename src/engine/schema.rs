//! What a package's schema says replaces a resource (upstream: `Resource.ReplaceOnChanges`).

/// A property of a schema.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// `replaceOnChanges`
    pub replaces: bool,
    /// Its type.
    pub shape: Shape,
}

/// A type of a schema.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Neither list nor map.
    Scalar,
    /// A list of a type.
    List(Box<Shape>),
    /// A map to a type.
    Map(Box<Shape>),
    /// An object.
    Object(Vec<Property>),
}

/// The property paths whose changes replace, sorted: what an SDK generated from the schema passes as `replaceOnChanges`. A
/// marked property covers what is inside it.
pub fn replace_on_changes(properties: &[Property]) -> Vec<String> {
    let mut paths = Vec::new();
    collect(properties, "", &mut paths);
    paths.sort_unstable();
    paths
}

fn collect(properties: &[Property], parent: &str, paths: &mut Vec<String>) {
    for Property { name, replaces, shape } in properties {
        let elements = match shape {
            Shape::List(_) => "[*]",
            Shape::Map(_) => ".*",
            Shape::Scalar | Shape::Object(_) => "",
        };
        let path = format!("{parent}{name}{elements}");
        if *replaces {
            paths.push(path);
        } else if let Some(properties) = object(shape) {
            collect(properties, &format!("{path}."), paths);
        }
    }
}

/// The object that a type comes down to. Only the outermost list or map has a step of its own, as upstream.
fn object(shape: &Shape) -> Option<&[Property]> {
    match shape {
        Shape::Scalar => None,
        Shape::List(element) | Shape::Map(element) => object(element),
        Shape::Object(properties) => Some(properties),
    }
}
