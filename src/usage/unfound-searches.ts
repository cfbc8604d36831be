/** A client's text without results, or with only a part. It exists only in memory. */
export interface UnfoundSearch {
  /** See `keptText`. */
  text: string;
  /** The key, or the block of addresses without one. */
  asker: string;
  /** When it was first searched for, in Unix milliseconds. */
  time_ms: number;
  requests: number;
}

/** A text that may be shown. */
export interface UnfoundText {
  text: string;
  requests: number;
  askers: number;
  /** The last date of a search for it, see `Calendar`. */
  last_s: number;
}

/** The numbers of clients and of days after the first from which a text is shown. */
export const SHOWN_FROM = { askers: 5, days: 3 } as const;

/** How many dates are kept, including today. */
export const UNFOUND_DAYS = 30;

const MOST_WORDS = 5;
const MOST_LETTERS = 60;

/**
 * Bounds between two calls of `take`, which is a second: for all, and for one client within an hour. Further
 * searches are left out, so that a client with made-up texts costs next to nothing and hides little.
 */
const OF_ALL = 500;
const OF_AN_ASKER = 100;
const HOUR_MS = 3_600_000;
const ASKERS_KEPT = 10_000;

/**
 * A text in its counted form; null: it is never kept. A text with a digit may be a telephone number, an
 * address or a point, one with an @ a person's address, and long texts are about somebody.
 */
export function keptText(typed: string): string | null {
  const text = typed.normalize('NFKC').toLowerCase();
  if (/[\p{N}@]/u.test(typed + text)) return null;
  const words = text.split(/[\s\p{P}\p{S}\p{C}]+/u).filter((word) => word !== '');
  const kept = words.join(' ');
  return words.length > 0 && words.length <= MOST_WORDS && kept.length <= MOST_LETTERS ? kept : null;
}

/** Searches without results in one process, kept until they are collected. */
export class UnfoundSearches {
  #searches = new Map<string, UnfoundSearch>();
  /** Different texts of each client in this hour. */
  readonly #ofAsker = new Map<string, number>();
  #hour = 0;

  note(typed: string, asker: string, time_ms: number): void {
    if (asker === '') return;
    const text = keptText(typed);
    if (text === null) return;
    const place = `${text}\n${asker}`;
    const known = this.#searches.get(place);
    if (known !== undefined) known.requests++;
    else if (this.#hasRoom(asker, time_ms)) this.#searches.set(place, { text, asker, time_ms, requests: 1 });
  }

  /** The searches since the last call. */
  take(): UnfoundSearch[] {
    const taken = [...this.#searches.values()];
    this.#searches = new Map();
    return taken;
  }

  #hasRoom(asker: string, time_ms: number): boolean {
    const hour = Math.floor(time_ms / HOUR_MS);
    if (hour !== this.#hour || this.#ofAsker.size >= ASKERS_KEPT) this.#ofAsker.clear();
    this.#hour = hour;
    const texts = this.#ofAsker.get(asker) ?? 0;
    this.#ofAsker.set(asker, texts + 1);
    return texts < OF_AN_ASKER && this.#searches.size < OF_ALL;
  }
}
