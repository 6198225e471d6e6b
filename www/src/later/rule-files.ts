// Rule files as they come into the rules: those that are about what is here, and what is to be said of each.

import { html, nothing, type TemplateResult } from "lit/html.js";
import { counted } from "../messages.js";
import type { RuleFile } from "../protocol.js";
import { rulesOf, sections } from "../rules-text.js";
import { sentence } from "../view/text.js";
import { LATER } from "./messages.js";
import { withRules } from "./rules-edit.js";

/** Of what is to be said of a file so much is said; a schema of a provider may have thousands. */
const MOST_SAID = 5;

/** A file that was taken, or that could not be. */
export interface Loaded {
  file: RuleFile;
  /** How many rules for how many types were taken, and how many types were left out, which nothing here has. */
  taken: { rules: number; types: number; others: number } | undefined;
}

/** The rules of files, behind those that are there. */
export function withFiles(
  text: string,
  files: readonly RuleFile[],
  /** Whether anything here has a type; all are wanted where that is not known. */
  isHere: (type: string) => boolean,
  isCost: (word: string) => boolean,
): { text: string; loaded: Loaded[] } {
  // Of costs that differ, the earlier one stands.
  const goes = (word: string, there: readonly string[]) => !(isCost(word) && there.some(isCost));
  return files.reduce<{ text: string; loaded: Loaded[] }>(
    ({ text, loaded }, file) => {
      if (file.problems.some(({ severity }) => severity === "error")) {
        return { text, loaded: [...loaded, { file, taken: undefined }] };
      }
      const all = [...new Set((sections(file.rules) ?? []).map(({ key }) => key))];
      const types = all.filter(isHere);
      const rules = types.flatMap((type) => rulesOf(sections(file.rules) ?? [], type)).length;
      const taken = { rules, types: types.length, others: all.length - types.length };
      const wanted = types.length === all.length ? file.rules : withoutOthers(file.rules, isHere);
      return { text: withRules(text, wanted, (type) => type, goes), loaded: [...loaded, { file, taken }] };
    },
    { text, loaded: [] },
  );
}

/** A rule set without the sections of other types; its texts stay as they are written. */
function withoutOthers(rules: string, isHere: (type: string) => boolean): string {
  const kept = (sections(rules) ?? []).filter(({ key }) => isHere(key));
  return `{${kept.map(({ start, end }) => rules.slice(start, end)).join(",")}}`;
}

/** What became of each file. */
export function loadedFiles(loaded: readonly Loaded[]) {
  if (loaded.length === 0) return nothing;
  return html`<div role="status"><ul class="loaded">${loaded.map(one)}</ul></div>`;
}

function one({ file: { name, problems }, taken }: Loaded): TemplateResult {
  const shown = problems.slice(0, MOST_SAID);
  return html`<li>
    <b dir="auto">${name}</b>: ${taken === undefined ? LATER.notLoaded : LATER.loaded(taken)}
    ${shown.map(({ message }) => html`<p class="note">${sentence(message, "")}</p>`)}
    ${
      problems.length > shown.length
        ? html`<p class="note">${LATER.moreSaid(counted(problems.length - shown.length, "more note"))}</p>`
        : nothing
    }
  </li>`;
}
