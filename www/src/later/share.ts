import { html, nothing, type TemplateResult } from "lit/html.js";
import { LATER, MODE, MODES, type Mode } from "./messages.js";
import { CHAT_CHARACTERS, type Made, type Sharing } from "./sharing.js";

/** What is said of a link that was opened, and the dialog to make one. */
export const sharingViews = (sharing: Sharing) => [strip(sharing), shareDialog(sharing)];

/** What a link brought along, or why it could not be opened. */
function strip({ isOpened, problem }: Sharing) {
  return [
    problem === undefined ? nothing : html`<p class="failure" role="alert">${problem}</p>`,
    isOpened
      ? html`<p class="strip" role="note"><strong>${LATER.opened}</strong> ${LATER.openedMeans}</p>`
      : nothing,
  ];
}

/** What a link is to carry, how long it is, and the link. */
function shareDialog(sharing: Sharing): TemplateResult {
  const { mode, made, danger, said } = sharing;
  return html`<dialog id="share" aria-labelledby="share-name" aria-describedby="share-means">
    <h2 id="share-name">${LATER.share}</h2>
    <p id="share-means" class="note">${LATER.shareMeans}</p>
    <fieldset>
      <legend class="for-readers">What the link carries</legend>
      ${MODES.filter((mode) => mode !== "values" || sharing.hasDocuments).map((mode) => choice(sharing, mode))}
    </fieldset>
    <div aria-live="polite">
      ${mode === "values" && danger !== null ? html`<p class="danger">${danger}</p>` : nothing}
      ${made === undefined ? html`<p class="note">${LATER.making}</p>` : outcome(sharing, made)}
    </div>
    <p class="said" role="status">${said}</p>
    <form method="dialog"><button>Close</button></form>
  </dialog>`;
}

function choice(sharing: Sharing, mode: Mode): TemplateResult {
  const { name, means } = MODE[mode];
  return html`<label class="mode"
    ><input
      type="radio"
      name="mode"
      aria-describedby="mode-${mode}"
      .checked=${sharing.mode === mode}
      @change=${() => sharing.choose(mode)}
    />
    <b>${name}</b></label
  ><p class="note" id="mode-${mode}">${means}</p>`;
}

function outcome(sharing: Sharing, made: Made): TemplateResult {
  switch (made.kind) {
    case "link":
      return html`<p>${LATER.linkSize(made.link.length)}</p>
        <div class="link-line">
          <input
            readonly
            aria-label="Link"
            spellcheck="false"
            autocomplete="off"
            data-gramm="false"
            .value=${made.link}
            @focus=${(event: Event) => (event.target as HTMLInputElement).select()}
          />
          <button @click=${() => sharing.copyLink()}>Copy link</button>
        </div>
        ${made.link.length > CHAT_CHARACTERS ? instead(sharing, LATER.mayBeCut(CHAT_CHARACTERS)) : nothing}`;
    case "too long":
      return refused(sharing, LATER.tooLong(made.characters), made.hasReport);
    case "too much":
      return refused(sharing, LATER.tooMuch, made.hasReport);
    case "nothing":
      return html`<p>${LATER.noResult}</p>`;
  }
}

const refused = (sharing: Sharing, why: string, hasReport: boolean) =>
  hasReport ? instead(sharing, why) : html`<p><strong>${why}</strong> ${LATER.takeAway}</p>`;

/** Other ways, of as much of the result. */
function instead(sharing: Sharing, why: string): TemplateResult {
  return html`<p><strong>${why}</strong> ${LATER.instead}</p>
    <div class="link-line">
      <button @click=${() => sharing.copyMarkdown()}>Copy as Markdown</button>
      <button @click=${() => sharing.saveReport()}>Save the report</button>
    </div>`;
}
