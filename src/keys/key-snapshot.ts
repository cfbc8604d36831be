import type { ApiKeyRow } from '../database/schema/key-schema.js';
import { batches, fromProjectRow, fromRow, toProjectRow, toRow, type ReadProjectRow } from './key-row.js';
import type { KeyChanges, KeyCursor, KeyPage, KeyStore } from './key-store.js';

/** A batch of known keys, as plain JSON to send to another process. */
export interface KnownKeyRows {
  keys: ApiKeyRow[];
  projects: ReadProjectRow[];
  cursor: KeyCursor;
}

/** The number of keys in one message, which takes a few milliseconds to write and to read. */
const KEYS_IN_ONE = 5_000;

/**
 * A store's rows as of the last read. A process that starts while the store is unavailable can get the rows
 * from this snapshot. A key takes about half a kilobyte.
 */
export class KeySnapshot {
  readonly #store: Pick<KeyStore, 'changes'>;
  #keys = new Map<string, ApiKeyRow>();
  #projects = new Map<string, ReadProjectRow>();
  #cursor: KeyCursor | null = null;
  #reading: Promise<void> | null = null;

  /** @param known the rows known so far; see `parts` */
  constructor(store: Pick<KeyStore, 'changes'>, known: readonly KnownKeyRows[] = []) {
    this.#store = store;
    for (const { keys, projects, cursor } of known) {
      for (const row of keys) this.#keys.set(row.id, row);
      for (const row of projects) this.#projects.set(row.id, row);
      this.#cursor = cursor;
    }
  }

  /** Reads changes. If the store does not answer, the known keys are kept. Never rejects. */
  refresh(): Promise<void> {
    this.#reading ??= this.#read()
      .catch(() => undefined)
      .finally(() => (this.#reading = null));
    return this.#reading;
  }

  /** Returns all keys in batches; none before the first successful read. */
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
    // Keys are processed a few at a time, because the workers' requests wait while this process is busy.
    const take: KeyPage = (some, isWhole) => {
      const known = isWhole ? whole : this.#keys;
      for (const stored of some) known.set(stored.key.id, toRow(stored));
    };
    const { keys, projects, cursor, complete } = await this.#store.changes(this.#cursor, take);
    take(keys, complete);
    // A store never deletes keys, so an empty store has lost its keys; see `KeyMirror`.
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

/** Joins the batches as if they had been read from the store. Returns null if there are no batches. */
export function changesOf(parts: readonly KnownKeyRows[]): KeyChanges | null {
  if (parts.length === 0) return null;
  return {
    keys: parts.flatMap(({ keys }) => keys.map(fromRow)),
    projects: parts.flatMap(({ projects }) => projects.map(fromProjectRow)),
    cursor: parts[0].cursor,
    complete: true,
  };
}
