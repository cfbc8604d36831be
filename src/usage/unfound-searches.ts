/**
 * A client's search text for which nothing or only partial matches were found. The text is only ever held in
 * memory.
 */
export interface UnfoundSearch {
  /** See `keptText`. */
  text: string;
  /** The client's key, or its address block if it has no key. */
  asker: string;
  /** The time of the first search for the text, in Unix milliseconds. */
  time_ms: number;
  requests: number;
}

/** A search text that may be shown. */
export interface UnfoundText {
  text: string;
  requests: number;
  askers: number;
  /** The date of the last search for the text (see `Calendar`). */
  last_s: number;
}

/** The minimum number of clients, and of days from the first to the last day, before a text is shown. */
export const SHOWN_FROM = { askers: 5, days_apart: 3 } as const;

/** The number of dates that are kept, including today's. */
export const UNFOUND_DAYS = 30;

const MOST_WORDS = 5;
const MOST_LETTERS = 60;

/**
 * The maximum number of searches that are stored: for all clients per second (between two calls of `take`),
 * and for each client per hour. Further searches are dropped, so that a client that makes up texts costs
 * almost nothing and displaces few other searches.
 */
const OF_ALL = 500;
const OF_AN_ASKER = 100;
const HOUR_MS = 3_600_000;
const ASKERS_KEPT = 10_000;

/**
 * Returns a search text in the form in which it is counted, or null if it must not be kept. A text with a
 * digit may be a telephone number, an address or coordinates; a text with an @ may be an email address; and
 * long texts are often about a person.
 */
export function keptText(typed: string): string | null {
  const text = typed.normalize('NFKC').toLowerCase();
  if (/[\p{N}@]/u.test(typed + text)) return null;
  const words = text.split(/[\s\p{P}\p{S}\p{C}]+/u).filter((word) => word !== '');
  const kept = words.join(' ');
  return words.length > 0 && words.length <= MOST_WORDS && kept.length <= MOST_LETTERS ? kept : null;
}

/** The searches without results in one process, which are kept until they are collected. */
export class UnfoundSearches {
  #searches = new Map<string, UnfoundSearch>();
  /** The number of different texts that each client has searched for in the current hour. */
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

  /** Returns the searches since the last call. */
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
