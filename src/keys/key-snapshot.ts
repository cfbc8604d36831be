import type { ApiKeyRow } from '../database/schema/key-schema.js';
import { batches, fromProjectRow, fromRow, toProjectRow, toRow, type ReadProjectRow } from './key-row.js';
import type { KeyChanges, KeyCursor, KeyPage, KeyStore } from './key-store.js';

/** A part of the known keys, made only of JSON, to send to another process. */
export interface KnownKeyRows {
  keys: ApiKeyRow[];
  projects: ReadProjectRow[];
  cursor: KeyCursor;
}

/** Keys in one message, which takes a few milliseconds to write and to read. */
const KEYS_IN_ONE = 5_000;

/**
 * The rows of a store at its latest read. A process that starts while the store is broken can get them. A key
 * takes about half a kilobyte.
 */
export class KeySnapshot {
  readonly #store: Pick<KeyStore, 'changes'>;
  #keys = new Map<string, ApiKeyRow>();
  #projects = new Map<string, ReadProjectRow>();
  #cursor: KeyCursor | null = null;
  #reading: Promise<void> | null = null;

  /** @param known the rows known before; see `parts` */
  constructor(store: Pick<KeyStore, 'changes'>, known: readonly KnownKeyRows[] = []) {
    this.#store = store;
    for (const { keys, projects, cursor } of known) {
      for (const row of keys) this.#keys.set(row.id, row);
      for (const row of projects) this.#projects.set(row.id, row);
      this.#cursor = cursor;
    }
  }

  /** Reads changes. Without an answer, the known keys stay. Never rejects. */
  refresh(): Promise<void> {
    this.#reading ??= this.#read()
      .catch(() => undefined)
      .finally(() => (this.#reading = null));
    return this.#reading;
  }

  /** All keys in parts; none before the first successful read. */
  parts(): KnownKeyRows[] {
    const cursor = this.#cursor;
    if (cursor === null) return [];
    const projects = [...this.#projects.values()];
    const keys = batches([...this.#keys.values()], KEYS_IN_ONE).map((some) => ({
      ...{ keys: some, projects: [] as ReadProjectRow[], cursor },
    }));
    return [{ keys: [], projects, cursor }, ...keys];
  }

  async #read(): Promise<void> {
    const whole = new Map<string, ApiKeyRow>();
    // Keys come a few at a time, because workers wait for this process with each request.
    const take: KeyPage = (some, isWhole) => {
      const known = isWhole ? whole : this.#keys;
      for (const stored of some) known.set(stored.key.id, toRow(stored));
    };
    const { keys, projects, cursor, complete } = await this.#store.changes(this.#cursor, take);
    take(keys, complete);
    // A store never deletes keys. A store without any has lost them, see `KeyMirror`.
    if (complete && whole.size === 0 && this.#keys.size > 0) return;
    if (complete) {
      this.#keys = whole;
      this.#projects = new Map();
    }
    for (const project of projects)
      this.#projects.set(project.id, {
        ...toProjectRow(project),
        organisation_rate_limit: project.organisationRateLimit,
      });
    this.#cursor = cursor;
  }
}

/** Puts the parts together again, as if the store had been read. Null: there were no parts. */
export function changesOf(parts: readonly KnownKeyRows[]): KeyChanges | null {
  if (parts.length === 0) return null;
  return {
    keys: parts.flatMap(({ keys }) => keys.map(fromRow)),
    projects: parts.flatMap(({ projects }) => projects.map(fromProjectRow)),
    cursor: parts[0].cursor,
    complete: true,
  };
}
