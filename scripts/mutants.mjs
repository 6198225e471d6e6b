// Whether the tests would notice a word of the rule language that does something else: `npm run test:mutants`, by hand.
//
// In a copy of the repository, an environment variable read at run time says which word does what instead, so that
// all mutants share one build. A mutant with which all tests pass survives: then a case is missing.

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { output, root, runAsScript } from "./process.mjs";

/** The tests that must notice, the fastest first. */
const TESTS = ["catalogue", "normalizers", "cases"];

const VARIABLE = "WHYREPLACE_MUTANT";

// `WORD -> INSTEAD`: the word is as it is written, or up to the bracket where anything may stand in it; what it does
// instead is another word, nothing at all, or what `careless` and `at most` stand for here.
const MUTANT_RS = `//! A word that does something else.

use crate::normalize::Lifted;
use crate::rules::{Equality, Term};

fn instead_of(term: &Term) -> Option<String> {
    let mutant = std::env::var("${VARIABLE}").ok()?;
    let (word, instead) = mutant.split_once(" -> ")?;
    let written = term.to_string();
    (written == word || word.ends_with('(') && written.starts_with(word)).then(|| instead.to_owned())
}

pub fn terms(term: &Term) -> Vec<Term> {
    match instead_of(term).as_deref() {
        None | Some("careless") => vec![term.clone()],
        Some("") => vec![],
        Some(other) => match other.strip_prefix("at most ") {
            Some(number) => {
                let mut term = term.clone();
                term.arguments.truncate(number.parse().unwrap());
                vec![term]
            }
            None => vec![Term::parse(other).unwrap()],
        },
    }
}

/// Two containers for a word of containers, or two scalars for any other one.
pub fn are_one(term: &Term, old: &Lifted, new: &Lifted) -> bool {
    let is_of_containers = term.word.equality().is_some_and(Equality::is_of_containers);
    instead_of(term).as_deref() == Some("careless")
        && match (old, new) {
            (Lifted::Scalar(_), Lifted::Scalar(_)) => !is_of_containers,
            (Lifted::Container(..), Lifted::Container(..)) => is_of_containers,
            _ => false,
        }
}
`;

/** Where arguments may be many, how many there are at least: a word must be tested with more. */
const FEWEST = { Names: 1, Values: 2 };

/** What is put in the place of what in the copy's sources. */
const PATCHES = [
  { file: "src/lib.rs", from: "pub mod normalize;", to: "pub mod normalize;\npub mod mutant;" },
  // Where the words of a rule are read: words of lists and maps do their work outside of normalize.
  {
    file: "src/rules/read.rs",
    from: "term.word.equality().is_some()).cloned()",
    to: "term.word.equality().is_some()).flat_map(crate::mutant::terms)",
  },
  {
    file: "src/normalize/mod.rs",
    from: "if are_related(term, &old, &new) {",
    to: "if crate::mutant::are_one(term, &old, &new) || are_related(term, &old, &new) {",
  },
];

await runAsScript(import.meta.url, ([wanted = ""]) => {
  const folder = mkdtempSync(join(tmpdir(), "whyreplace-mutants-"));
  try {
    copyTo(folder);
    const tests = buildTests(folder);
    if (isKilled(tests, folder, "")) throw new Error("the tests fail without any mutant");
    const mutants = allMutants().filter((mutant) => mutant.includes(wanted));
    const survivors = mutants.filter((mutant) => !isKilled(tests, folder, mutant));
    console.log(`${mutants.length} mutants, of which ${survivors.length} survive`);
    if (survivors.length > 0) throw new Error(survivors.join("\n"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Copies the files that git tracks, as they are now, and patches the copy. */
function copyTo(folder) {
  for (const file of output("git", ["ls-files", "-z"]).split("\0").filter(Boolean)) {
    cpSync(join(root, file), join(folder, file));
  }
  writeFileSync(join(folder, "src", "mutant.rs"), MUTANT_RS);
  for (const { file, from, to } of PATCHES) {
    const parts = readFileSync(join(folder, file), "utf8").split(from);
    if (parts.length !== 2) throw new Error(`scripts/mutants.mjs: ${file} should have once: ${from}`);
    writeFileSync(join(folder, file), parts.join(to));
  }
}

/** The programs of the tests, in their order. */
function buildTests(folder) {
  const args = [
    "test",
    "--locked",
    "--no-run",
    "--message-format=json",
    ...TESTS.flatMap((name) => ["--test", name]),
  ];
  const env = { ...process.env, CARGO_TARGET_DIR: join(folder, "target"), CARGO_PROFILE_DEV_DEBUG: "0" };
  const stdio = ["ignore", "pipe", "inherit"];
  const result = spawnSync("cargo", args, { cwd: folder, env, stdio, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (result.status !== 0) throw new Error("the copy with mutants does not build");
  const built = result.stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
  return TESTS.map(
    (name) => built.find((artifact) => artifact.executable && artifact.target.name === name).executable,
  );
}

function isKilled(tests, folder, mutant) {
  const env = { ...process.env, RUST_BACKTRACE: "0", [VARIABLE]: mutant };
  const fails = (test) =>
    spawnSync(test, { cwd: folder, env, stdio: "ignore", timeout: 60_000 }).status !== 0;
  return tests.some(fails);
}

/** Each word, as it is written, does nothing, calls too much equal, or does what another one does. */
function allMutants() {
  const words = equalityWords();
  const spellings = words.flatMap(({ spellings }) => spellings);
  return words.flatMap(({ names, fewest }) => {
    const others = ["", "careless", ...(fewest ? [`at most ${fewest}`] : []), ...spellings];
    return names.flatMap((name) =>
      others.filter((other) => !isSame(name, other)).map((other) => `${name} -> ${other}`),
    );
  });
}

function isSame(name, other) {
  return name.endsWith("(") ? other.startsWith(name) : other === name;
}

/**
 * The equality words of the catalogue. A word with a choice of arguments has several names, each as it is written;
 * a word with free arguments is named up to the bracket, and written as in its example.
 */
function equalityWords() {
  const catalogue = readFileSync(join(root, "src", "rules", "catalogue.rs"), "utf8");
  const rows = catalogue.split(/^ {4}equality\(E::\w+, /m).slice(1);
  return rows.map((row) => {
    const plain = /^plain\("(.+?)"\)/.exec(row);
    if (plain) return { names: [plain[1]], spellings: [plain[1]] };
    const found = /^\("(.+?)", Takes::(\w+)(?:\(&\[(.*?)\]\))?, "((?:\\.|[^"\\])*)"\)/.exec(row);
    if (!found) throw new Error(`scripts/mutants.mjs cannot read this row: ${row.split("\n")[0]}`);
    const [, name, takes, choices, example] = found;
    if (choices === undefined) {
      return { names: [`${name}(`], spellings: [JSON.parse(`"${example}"`)], fewest: FEWEST[takes] };
    }
    const names = [...choices.matchAll(/"(.*?)"/g)].map(([, choice]) => `${name}(${choice})`);
    if (takes === "AtMostOneOf") names.push(name);
    return { names, spellings: names };
  });
}
