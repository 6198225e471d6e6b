// A text of rows under a limit: cut at whole rows, and never without saying how much is left out.

/** Rows under a heading. They are made one by one, so that those that cannot fit are not made. */
export interface Section {
  /** What stands above the rows, its line ends included. */
  head: string;
  count: number;
  /** What a row is called, alone and in numbers. */
  noun: readonly [one: string, many: string];
  row(at: number): string;
}

/**
 * The opening and the sections, at most `limit` UTF-16 units.
 *
 * @param openings The opening, and shorter ones for where it does not fit.
 */
export function fitted(openings: readonly string[], sections: readonly Section[], limit: number): string {
  const [opening = ""] = openings;
  const made = sections.filter(({ count }) => count > 0).map((section) => new Made(section, limit));
  const isWhole = made.every(({ isWhole }) => isWhole);
  const whole = opening + made.map(({ whole }) => whole).join("");
  if (isWhole && whole.length <= limit) return whole;
  const least = made.map((section) => section.within(0));
  const rest = limit - opening.length;
  if (lengthOf(least) <= rest) return opening + cut(made, rest).join("");
  const rows = made.reduce((total, { section }) => total + section.count, 0);
  const missing = rows > 0 ? `\n${leftOut(rows, ["row", "rows"])}\n` : "";
  const texts = [...openings.map((each) => each + missing), ...openings, "_Cut._", "…", ""];
  return texts.find(({ length }) => length <= limit) ?? "";
}

/** Each section at most at an equal share of the room; what one does not need, the others get. */
function cut(made: readonly Made[], room: number): string[] {
  const texts = new Map<Made, string>();
  const bySize = [...made].sort((a, b) => a.size - b.size);
  let left = room;
  for (const [at, section] of bySize.entries()) {
    // Nobody's share may take from what the others need at least.
    const others = bySize.slice(at + 1);
    const reserved = lengthOf(others.map((other) => other.within(0)));
    const share = Math.min(left - reserved, Math.max(Math.floor(left / (others.length + 1)), section.least));
    const text = section.within(share);
    left -= text.length;
    texts.set(section, text);
  }
  return made.map((section) => texts.get(section) ?? "");
}

/** A section with as many rows as could fit. */
class Made {
  readonly #rows: string[] = [];
  readonly isWhole: boolean;
  readonly size: number;

  constructor(
    readonly section: Section,
    limit: number,
  ) {
    let size = section.head.length;
    while (this.#rows.length < section.count && size <= limit) {
      const row = section.row(this.#rows.length);
      size += row.length;
      this.#rows.push(row);
    }
    this.size = size;
    this.isWhole = this.#rows.length === section.count && size <= limit;
  }

  get whole(): string {
    return this.section.head + this.#rows.join("");
  }

  /** What it takes to say that all of it is left out. */
  get least(): number {
    return this.within(0).length;
  }

  /** The section in so much room, or only how many rows it would have. */
  within(room: number): string {
    if (this.isWhole && this.size <= room) return this.whole;
    const { head, count, noun } = this.section;
    let text = head;
    let rows = 0;
    const fits = (row: string) => {
      const left = count - rows - 1;
      return text.length + row.length + (left > 0 ? mark(left, noun).length : 0) <= room;
    };
    for (const row of this.#rows) {
      if (!fits(row)) break;
      text += row;
      rows += 1;
    }
    return (rows === 0 ? "" : text) + mark(count - rows, noun);
  }
}

const mark = (count: number, noun: Section["noun"]) => (count === 0 ? "" : `\n${leftOut(count, noun)}\n`);

const leftOut = (count: number, [one, many]: Section["noun"]) =>
  `_Left out: ${count} ${count === 1 ? one : many}._`;

const lengthOf = (texts: readonly string[]) => texts.reduce((total, { length }) => total + length, 0);
