import type { StoredKey } from './api-key.js';
import type { FoundKey, ProjectBounds, SharedWindow } from './key-lookup.js';
import { KeyRules } from './key-rules.js';
import type { Project } from './project.js';

/** Every key of a store by the hash of its secret, and of the secret before its last rotation. */
export class KnownKeys {
  readonly #byHash = new Map<string, FoundKey>();
  /** Hashes by the id of the key: those of an earlier version of it must go. */
  readonly #hashes = new Map<string, string>();
  /** Likewise of the secrets before; few keys have one. */
  readonly #previousHashes = new Map<string, string>();
  readonly #projects = new Map<string, ProjectBounds>();

  /** Number of keys. */
  get size(): number {
    return this.#hashes.size;
  }

  get(hash: string): FoundKey | undefined {
    return this.#byHash.get(hash);
  }

  putProject(project: Project): void {
    const { id, rateLimit, archivedAt } = project;
    const bounds = this.#boundsOf(id);
    bounds.windows = windowsOf(project);
    bounds.rateLimit = rateLimit ?? Number.POSITIVE_INFINITY;
    bounds.isArchived = archivedAt !== null;
  }

  put({ key, hash, previousHash }: StoredKey): void {
    for (const hashes of [this.#hashes, this.#previousHashes]) {
      const before = hashes.get(key.id);
      if (before !== undefined) this.#byHash.delete(before);
    }
    this.#hashes.set(key.id, hash);
    const found = { key, project: this.#boundsOf(key.projectId), rules: KeyRules.of(key) };
    this.#byHash.set(hash, { ...found, secretUntil_ms: Number.POSITIVE_INFINITY });
    if (previousHash === null) {
      this.#previousHashes.delete(key.id);
    } else {
      this.#previousHashes.set(key.id, previousHash);
      this.#byHash.set(previousHash, { ...found, secretUntil_ms: key.previousExpiresAt?.getTime() ?? 0 });
    }
  }

  #boundsOf(id: string): ProjectBounds {
    let bounds = this.#projects.get(id);
    if (bounds === undefined) {
      bounds = { id, rateLimit: Number.POSITIVE_INFINITY, windows: null, isArchived: false };
      this.#projects.set(id, bounds);
    }
    return bounds;
  }
}

function windowsOf({
  id,
  totalRateLimit,
  organisationId,
  organisationRateLimit,
}: Project): SharedWindow[] | null {
  const windows: SharedWindow[] = [];
  if (totalRateLimit !== null) windows.push({ id, limit: totalRateLimit, reason: 'project_limit' });
  if (organisationId !== null && organisationRateLimit !== null)
    windows.push({ id: organisationId, limit: organisationRateLimit, reason: 'organisation_limit' });
  return windows.length === 0 ? null : windows;
}
