import type { KeyEdit, StoredKey } from '../../src/keys/api-key.js';
import type { KeyChanges, KeyCursor, KeyQuota, KeyRotation, KeyStore } from '../../src/keys/key-store.js';
import { DEFAULT_PROJECT, type Project, type ProjectEdit } from '../../src/keys/project.js';

/** A store that can be made to fail or to hang. It counts the questions it gets. */
export class MemoryKeyStore implements KeyStore {
  /** While set, every call throws it. */
  problem: Error | null = null;
  /** Every call waits for it. */
  gate: Promise<void> = Promise.resolve();
  asked = 0;
  touches: { ids: readonly string[]; at: Date }[] = [];
  history = 'first';
  #log: StoredKey[] = [];
  #projects = new Map<string, Project>([[DEFAULT_PROJECT, defaultProject()]]);

  async create(stored: StoredKey): Promise<void> {
    await this.#call();
    this.#log.push(stored);
  }

  async list(projectId?: string): Promise<StoredKey[]> {
    await this.#call();
    const keys = [...new Map(this.#log.map((stored) => [stored.key.id, stored])).values()];
    return keys.filter(({ key }) => projectId === undefined || key.projectId === projectId);
  }

  async get(id: string): Promise<StoredKey | null> {
    return (await this.list()).find((stored) => stored.key.id === id) ?? null;
  }

  async revoke(id: string, at: Date): Promise<StoredKey | null> {
    const stored = await this.get(id);
    if (stored === null) return null;
    const revoked = { ...stored, key: { ...stored.key, revokedAt: stored.key.revokedAt ?? at } };
    this.#log.push(revoked);
    return revoked;
  }

  async edit(id: string, edit: KeyEdit): Promise<StoredKey | null> {
    const stored = await this.get(id);
    if (stored === null) return null;
    const edited = { ...stored, key: { ...stored.key, ...edit } as StoredKey['key'] };
    this.#log.push(edited);
    return edited;
  }

  async rotate(id: string, { from, to, until }: KeyRotation): Promise<StoredKey | null> {
    const stored = await this.get(id);
    if (stored === null || stored.hash !== from || stored.key.revokedAt !== null) return null;
    const rotated = { key: { ...stored.key, previousExpiresAt: until }, hash: to, previousHash: from };
    this.#log.push(rotated);
    return rotated;
  }

  async quotas(): Promise<KeyQuota[]> {
    await this.#call();
    return [];
  }

  async projects(): Promise<Project[]> {
    await this.#call();
    return [...this.#projects.values()];
  }

  async project(id: string): Promise<Project | null> {
    await this.#call();
    return this.#projects.get(id) ?? null;
  }

  async createProject(project: Project): Promise<void> {
    await this.#call();
    this.#projects.set(project.id, project);
  }

  async editProject(id: string, edit: ProjectEdit): Promise<Project | null> {
    const project = await this.project(id);
    if (project !== null) this.#projects.set(id, { ...project, ...edit } as Project);
    return this.project(id);
  }

  async changes(since: KeyCursor | null): Promise<KeyChanges> {
    this.asked++;
    await this.#call();
    const [history, known] = since === null ? ['', 0] : since.split('/');
    const complete = history !== this.history;
    return {
      keys: this.#log.slice(complete ? 0 : Number(known)),
      projects: [...this.#projects.values()],
      cursor: `${this.history}/${this.#log.length}`,
      complete,
    };
  }

  async touch(ids: readonly string[], at: Date): Promise<void> {
    await this.#call();
    this.touches.push({ ids, at });
  }

  /** Acts as if the database had been replaced by another one. */
  replace(keys: StoredKey[]): void {
    this.history += '+';
    this.#log = keys;
  }

  /** As a database tells of changes: what a key was before its last version is not in them. */
  forgetVersionsBeforeLast(): void {
    const last = new Map(this.#log.map((stored) => [stored.key.id, stored]));
    this.#log = this.#log.map(({ key }) => last.get(key.id)!);
  }

  async close(): Promise<void> {
    await this.#call();
  }

  async #call(): Promise<void> {
    await this.gate;
    if (this.problem !== null) throw this.problem;
  }
}

function defaultProject(): Project {
  return {
    id: DEFAULT_PROJECT,
    organisationId: null,
    name: DEFAULT_PROJECT,
    rateLimit: null,
    totalRateLimit: null,
    organisationRateLimit: null,
    monthlyQuota: null,
    quotaRefuses: false,
    createdAt: new Date(0),
    archivedAt: null,
  };
}
