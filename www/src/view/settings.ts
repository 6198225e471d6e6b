import { html, type TemplateResult } from "lit/html.js";
import type { Dialect, Olds } from "whyreplace";
import { counted, DIALECT, OLDS } from "../messages.js";
import type { Problem } from "../protocol.js";
import { field } from "./field.js";
import { filePicker } from "./pane.js";

export interface SettingsView {
  type: string;
  types: string[];
  olds: Olds;
  dialect: Dialect;
  typeChanged(type: string): void;
  oldsChanged(olds: Olds): void;
  dialectChanged(dialect: Dialect): void;
}

/** What a comparison depends on besides the documents and the rules. */
export function settings(view: SettingsView): TemplateResult {
  return html`<div class="settings">
    <div class="setting">
      <label for="type">Resource type</label>
      <input
        id="type"
        list="types"
        placeholder="any"
        spellcheck="false"
        autocomplete="off"
        data-gramm="false"
        aria-describedby="type-means"
        .value=${view.type}
        @input=${(event: Event) => view.typeChanged((event.target as HTMLInputElement).value)}
      />
      <datalist id="types">${view.types.map((type) => html`<option value=${type}></option>`)}</datalist>
      <p id="type-means">Selects the rules; those for * hold for every type.</p>
    </div>
    ${choice("olds", "Old is", OLDS, view.olds, view.oldsChanged)}
    ${choice("dialect", "Equal as in", DIALECT, view.dialect, view.dialectChanged)}
  </div>`;
}

function choice<Name extends string>(
  id: string,
  label: string,
  names: Record<Name, { name: string; means: string }>,
  chosen: Name,
  changed: (name: Name) => void,
): TemplateResult {
  const options = Object.entries(names) as [Name, { name: string; means: string }][];
  return html`<div class="setting">
    <label for=${id}>${label}</label>
    <select
      id=${id}
      aria-describedby="${id}-means"
      @change=${(event: Event) => changed((event.target as HTMLSelectElement).value as Name)}
    >
      ${options.map(
        ([value, { name }]) => html`<option value=${value} .selected=${value === chosen}>${name}</option>`,
      )}
    </select>
    <p id="${id}-means">${names[chosen].means}</p>
  </div>`;
}

export interface RulesView {
  text: string;
  types: string[];
  isOpen: boolean;
  problem: Problem | undefined;
  /** The problem as it is shown. */
  said: unknown;
  toggled(isOpen: boolean): void;
  /** What became of the rule files that were chosen. */
  loaded: unknown;
  chosen(files: File[]): void;
  typed(text: string): void;
  left(): void;
}

/** The rule set as text: the one place where rules are; choices in the table are written here. */
export function rules(view: RulesView): TemplateResult {
  return html`<section data-region tabindex="-1" aria-label="Rules"><details
    class="rules"
    .open=${view.isOpen}
    @toggle=${(event: Event) => view.toggled((event.target as HTMLDetailsElement).open)}
  >
    <summary><h2 id="rules-name">Rules</h2> <small>${summary(view)}</small></summary>
    <p id="rules-means">
      Resource type → property path → words. What you choose in the table is written here, and what you write here is in
      force.
    </p>
    ${field({
      id: "rules",
      namedBy: "rules-name",
      describedBy: "rules-means rules-problem",
      text: view.text,
      rows: 10,
      placeholder: "{}",
      isInvalid: view.problem !== undefined,
      typed: view.typed,
      left: view.left,
    })}
    <div class="rule-files">
      ${filePicker("rule-files", "Rules", "Load rule files…", view.chosen, true)} ${view.loaded}
    </div>
    <div id="rules-problem" aria-live="polite">
      ${view.said}
    </div>
  </details></section>`;
}

function summary({ problem, types }: RulesView): string {
  if (problem !== undefined) return "have an error";
  return types.length > 0 ? `for ${counted(types.length, "type")}: ${types.join(", ")}` : "for every type";
}
