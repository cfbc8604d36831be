import type { KeyStore } from '../../keys/key-store.js';
import type { ErrorsAnswer, RefusedRequest } from '../api/usage-data.js';
import type { Access, Person } from './access.js';
import { ConsoleError, notFound } from './console-error.js';

/** A refused request as it is kept. */
export type StoredRefusal = Omit<RefusedRequest, 'key_name' | 'project_id'>;

/** Where the last refused requests of each key are kept. */
export interface RefusalStore {
  /** How many are kept for each key. */
  readonly kept: number;
  /** Newest first. */
  ofKeys(keyIds: readonly string[]): Promise<StoredRefusal[]>;
  /** Null: none is kept. */
  byRequestId(requestId: string): Promise<StoredRefusal | null>;
}

interface Parts {
  access: Access;
  keys: KeyStore;
  /** Null: this deployment does not keep them. */
  store: RefusalStore | null;
}

/** The last refused requests of keys, for whoever sees the key. */
export class RefusedRequests {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async ofProject(person: Person, projectId: string, keyId?: string): Promise<ErrorsAnswer> {
    const { access, keys, store } = this.#parts;
    await access.project(person, projectId, 'viewer');
    const own = (await keys.list(projectId)).map(({ key }) => key);
    const wanted = keyId === undefined ? own : own.filter(({ id }) => id === keyId);
    if (keyId !== undefined && wanted.length === 0) throw notFound('key');
    if (store === null || wanted.length === 0) return { errors: [], kept: store?.kept ?? 0 };
    const names = new Map(wanted.map(({ id, name }) => [id, name]));
    const found = await store.ofKeys([...names.keys()]);
    return {
      kept: store.kept,
      errors: found.map((refusal) => ({
        ...refusal,
        key_name: names.get(refusal.key_id ?? '') ?? null,
        project_id: projectId,
      })),
    };
  }

  async byRequestId(person: Person, requestId: string): Promise<RefusedRequest> {
    const refusal = (await this.#parts.store?.byRequestId(requestId)) ?? null;
    if (refusal === null) throw notFound('request');
    if (refusal.key_id === null) {
      // Whose it was is not known.
      if (!person.isOperator) throw notFound('request');
      return { ...refusal, key_name: null, project_id: null };
    }
    try {
      const { stored } = await this.#parts.access.key(person, refusal.key_id, 'viewer');
      return { ...refusal, key_name: stored.key.name, project_id: stored.key.projectId };
    } catch (error) {
      if (error instanceof ConsoleError) throw notFound('request');
      throw error;
    }
  }
}
