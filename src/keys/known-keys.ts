import type { ApiKeyRow } from '../database/schema/key-schema.js';
import type { StoredKey } from './api-key.js';
import type { FoundKey, ProjectBounds, SharedWindow } from './key-lookup.js';
import { fromRow, toRow } from './key-row.js';
import { KeyRules } from './key-rules.js';
import type { Project } from './project.js';

/** The part of a key that is stored as JSON. The hashes are stored separately. */
type PackedRow = Omit<ApiKeyRow, 'hash' | 'previous_hash'>;

/**
 * Every key of a store, by the hash of its secret and by the hash of its secret before the last rotation.
 *
 * A key is stored as one short string and becomes an object when a request uses it: a key takes 1.2 kB as an
 * object with dates and strings, but 0.35 kB as a string. `KeyMirror` caches keys that are used often.
 */
export class KnownKeys {
  /** Key strings by hash. */
  readonly #texts = new Map<string, string>();
  /** Hashes by key id, used to remove a key's earlier version. */
  readonly #hashes = new Map<string, string>();
  /**
   * Maps key ids to hashes of earlier secrets, and the hashes back to key ids; few keys have an earlier
   * secret.
   */
  readonly #previousHashes = new Map<string, string>();
  readonly #ofPrevious = new Map<string, string>();
  readonly #projects = new Map<string, ProjectBounds>();
  /** The columns stored in a string, in order. */
  #columns: string[] = [];

  /** The number of keys. */
  get size(): number {
    return this.#hashes.size;
  }

  /** Returns a new object each time. */
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
    // The text is stored as UTF-8 bytes, because a Cyrillic name would otherwise make every character of the
    // string take two bytes.
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
