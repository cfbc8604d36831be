import type { KeyStore } from '../../../keys/key-store.js';
import { ERRORS_KEPT, type RequestError } from '../../../usage/request-errors.js';
import type { UsageStore } from '../../../usage/usage-store.js';
import type { ErrorsAnswer, RefusedRequest } from '../../api/usage-data.js';
import type { Access, Person } from '../guards/access.js';
import { ConsoleError, notFound } from '../guards/console-error.js';

/** The maximum number of rows on one page. */
const ROWS_MAX = 500;

/** Clients choose their request ids, so several requests may share an id. */
const SAME_ID_MAX = 100;

interface Parts {
  access: Access;
  keys: KeyStore;
  /** `null` if this deployment does not count usage. */
  usage: Pick<UsageStore, 'errors'> | null;
}

/** The latest refused requests of each key, for people who may see the key. */
export class RefusedRequests {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async ofProject(person: Person, projectId: string, keyId?: string): Promise<ErrorsAnswer> {
    const { access, keys, usage } = this.#parts;
    await access.project(person, projectId, 'viewer');
    const own = (await keys.list(projectId)).map(({ key }) => key);
    const wanted = keyId === undefined ? own : own.filter(({ id }) => id === keyId);
    if (keyId !== undefined && wanted.length === 0) throw notFound('key');
    if (usage === null || wanted.length === 0) return { errors: [], kept: ERRORS_KEPT };
    const names = new Map(wanted.map(({ id, name }) => [id, name]));
    const errors = await usage.errors({ keyIds: [...names.keys()], limit: ROWS_MAX });
    return {
      kept: ERRORS_KEPT,
      errors: errors.map((error) => view(error, { name: names.get(error.keyId) ?? null, projectId })),
    };
  }

  /** Returns the newest request with this id that the person may see. */
  async byRequestId(person: Person, requestId: string): Promise<RefusedRequest> {
    const found = (await this.#parts.usage?.errors({ requestId, limit: SAME_ID_MAX })) ?? [];
    for (const error of found) {
      const seen = await this.#seenBy(person, error);
      if (seen !== null) return seen;
    }
    throw notFound('request');
  }

  /** Returns `null` if the person may not see the request. Requests without a known key belong to nobody. */
  async #seenBy(person: Person, error: RequestError): Promise<RefusedRequest | null> {
    if (error.keyId === '') return person.isOperator ? view(error, { name: null, projectId: null }) : null;
    try {
      const { stored } = await this.#parts.access.key(person, error.keyId, 'viewer');
      return view(error, { name: stored.key.name, projectId: stored.key.projectId });
    } catch (refusal) {
      if (ConsoleError.is(refusal)) return null;
      throw refusal;
    }
  }
}

function view(
  error: RequestError,
  { name, projectId }: { name: string | null; projectId: string | null },
): RefusedRequest {
  return {
    time: new Date(error.time_ms).toISOString(),
    request_id: error.requestId,
    key_id: error.keyId === '' ? null : error.keyId,
    key_name: name,
    project_id: projectId,
    endpoint: error.endpoint,
    status: error.status,
    code: error.code,
    reason: error.reason,
    field: error.field,
  };
}
