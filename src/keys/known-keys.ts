import type { ApiKeyRow } from '../database/schema/key-schema.js';
import type { StoredKey } from './api-key.js';
import type { FoundKey, ProjectBounds, SharedWindow } from './key-lookup.js';
import { fromRow, toRow } from './key-row.js';
import { KeyRules } from './key-rules.js';
import type { Project } from './project.js';

/** The JSON of a key. The hashes are stored beside it. */
type PackedRow = Omit<ApiKeyRow, 'hash' | 'previous_hash'>;

/**
 * Every key of a store by the hash of its secret, and by that of the secret before its last rotation.
 *
 * A key is kept as one short text, and becomes an object when a request brings it: objects, dates and strings
 * of a key take 1.2 kB, the text and its places 0.35. `KeyMirror` remembers keys that are used often.
 */
export class KnownKeys {
  /** Texts by hash. */
  readonly #texts = new Map<string, string>();
  /** Hashes by the id of the key, because those of an earlier version must go. */
  readonly #hashes = new Map<string, string>();
  /** Hashes of the earlier secrets by the id of the key, and the reverse; few keys have one. */
  readonly #previousHashes = new Map<string, string>();
  readonly #ofPrevious = new Map<string, string>();
  readonly #projects = new Map<string, ProjectBounds>();
  /** Names of the columns in a text, in their order. */
  #columns: string[] = [];

  /** Number of keys. */
  get size(): number {
    return this.#hashes.size;
  }

  /** Makes a new object each time. */
  get(hash: string): FoundKey | undefined {
    const previousOf = this.#ofPrevious.get(hash);
    const text = this.#texts.get(previousOf === undefined ? hash : this.#hashes.get(previousOf)!);
    if (text === undefined) return undefined;
    const { key } = fromRow({ ...this.#unpack(text), hash, previous_hash: null });
    const secretUntil_ms =
      previousOf === undefined ? Number.POSITIVE_INFINITY : (key.previousExpiresAt?.getTime() ?? 0);
    return { key, project: this.#boundsOf(key.projectId), rules: KeyRules.of(key), secretUntil_ms };
  }

  putProject(project: Project): void {
    const { id, rateLimit, archivedAt } = project;
    const bounds = this.#boundsOf(id);
    bounds.organisationId = project.organisationId;
    bounds.windows = windowsOf(project);
    bounds.rateLimit = rateLimit ?? Number.POSITIVE_INFINITY;
    bounds.isArchived = archivedAt !== null;
  }

  put(stored: StoredKey): void {
    const { hash, previous_hash, ...row } = toRow(stored);
    this.#texts.delete(this.#hashes.get(row.id) ?? '');
    this.#ofPrevious.delete(this.#previousHashes.get(row.id) ?? '');
    this.#hashes.set(row.id, hash);
    this.#texts.set(hash, this.#pack(row));
    if (previous_hash === null) {
      this.#previousHashes.delete(row.id);
    } else {
      this.#previousHashes.set(row.id, previous_hash);
      this.#ofPrevious.set(previous_hash, row.id);
    }
  }

  #pack(row: PackedRow): string {
    if (this.#columns.length === 0) this.#columns = Object.keys(row);
    const values = this.#columns.map((column) => row[column as keyof PackedRow]);
    // As bytes of UTF-8, because a name in Cyrillic would otherwise make each letter of the text two bytes.
    return Buffer.from(JSON.stringify(values)).toString('latin1');
  }

  #unpack(text: string): PackedRow {
    const values = JSON.parse(Buffer.from(text, 'latin1').toString()) as unknown[];
    return Object.fromEntries(this.#columns.map((column, i) => [column, values[i]])) as unknown as PackedRow;
  }

  #boundsOf(id: string): ProjectBounds {
    let bounds = this.#projects.get(id);
    if (bounds === undefined) {
      bounds = {
        id,
        organisationId: null,
        rateLimit: Number.POSITIVE_INFINITY,
        windows: [],
        isArchived: false,
      };
      this.#projects.set(id, bounds);
    }
    return bounds;
  }
}

function windowsOf({ id, totalRateLimit, organisationId, organisationRateLimit }: Project): SharedWindow[] {
  const windows: SharedWindow[] = [];
  if (totalRateLimit !== null) windows.push({ id, limit: totalRateLimit, reason: 'project_limit' });
  if (organisationId !== null && organisationRateLimit !== null)
    windows.push({ id: organisationId, limit: organisationRateLimit, reason: 'organisation_limit' });
  return windows;
}
