import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Decided, Headline } from "../headline.js";
import { CLASS, counted, number, QUIET } from "../messages.js";
import { marked, sentence } from "./text.js";

export interface Banner {
  headline: Headline;
  answer: Decided;
  /** Why the verdict is not for what the page shows, or null. */
  staleness: string | null;
  /** What is to be said before the verdict. */
  above: unknown;
  showRow(path: string): void;
}

/** Causes that are spelled out; the table has them all. */
const MOST_CAUSES = 5;

/** The verdict, what causes it, and a count for everything that is not shown. */
export function banner({ headline, answer, staleness, above, showRow }: Banner): TemplateResult {
  const { tone, title, today, suggested } = headline;
  return html`<section
    class="verdict ${tone} ${staleness === null ? "" : "stale"}"
    data-region
    tabindex="-1"
    aria-label="Verdict"
    part="verdict"
  >
    ${staleness === null ? nothing : html`<p class="staleness">${staleness}</p>`}
    ${above}
    <h2>${marked(title)}</h2>
    ${today === null ? nothing : html`<p class="today">${today}.</p>`}
    ${suggested === null ? nothing : html`<p class="suggested">${suggested}.</p>`} ${causes(answer, showRow)}
    ${stables(answer)}
    <p class="counts">${counts(answer)}</p>
  </section>`;
}

function causes({ rows, resource }: Decided, showRow: Banner["showRow"]) {
  const forcing = rows.filter(({ forcesReplace, group }) => forcesReplace && group === null);
  const names = resource.verdict.replaces;
  if (names.length === 0) return nothing;
  return html`<div class="causes">
    <h3>
      Because of
      ${names.map((name, at) => html`${at > 0 ? ", " : ""}<code class="replaces" dir="auto">${marked(name)}</code>`)}
    </h3>
    <ul>
      ${forcing.slice(0, MOST_CAUSES).map(
        (row) =>
          html`<li>
            <button class="link" @click=${() => showRow(row.path)}>${sentence(row.message, row.path)}</button>
          </li>`,
      )}
    </ul>
    ${forcing.length > MOST_CAUSES ? html`<p>… and ${number(forcing.length - MOST_CAUSES)} more below</p>` : nothing}
  </div>`;
}

function stables({ resource }: Decided) {
  const { stables } = resource.verdict;
  if (stables.length === 0) return nothing;
  return html`<p class="stables">
    Known during preview (stable):
    ${stables.map((name, at) => html`${at > 0 ? ", " : ""}<code dir="auto">${marked(name)}</code>`)}
  </p>`;
}

/** Nothing is left out without a count. */
function counts({ resource: { counts, verdict }, quiet, differences }: Decided): string {
  if (verdict.action === "create" || verdict.action === "delete") return "";
  const { real, spurious, unknown, masked } = counts;
  const ignored = counts.ignored - quiet.ignored;
  const found = Object.entries({ real, spurious, unknown, masked, ignored })
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${CLASS[name as keyof typeof CLASS].glyph} ${number(count)} ${name}`);
  const unlisted = [
    [counts.unchanged, QUIET.unchanged],
    [quiet.ignored, QUIET.ignored],
    [quiet.unmanaged, QUIET.unmanaged],
    [counts.spelling, "only spelled differently"],
  ] as const;
  const leaves = real + spurious + unknown + masked + ignored;
  const rows = differences === leaves ? [] : [`in ${counted(differences, "row")}`];
  const left = unlisted.filter(([count]) => count > 0).map(([count, what]) => `${number(count)} ${what}`);
  return [
    found.length > 0 ? [...found, ...rows].join(" · ") : counted(0, "difference"),
    ...(left.length > 0 ? [`not listed: ${left.join(", ")}`] : []),
  ].join(" — ");
}
