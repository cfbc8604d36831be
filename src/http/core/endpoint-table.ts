import { assert } from '../../errors.js';
import { withoutKeyInPath } from './request/key-in-path.js';
import { pathOf } from './request/request-target.js';
import type { Endpoint } from './endpoint.js';

/** Finds a request's endpoint. */
export class EndpointTable {
  readonly #byPath: ReadonlyMap<string, Endpoint>;
  readonly #beginnings: readonly Endpoint[];

  constructor(endpoints: readonly Endpoint[]) {
    this.#byPath = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]));
    this.#beginnings = endpoints.filter(({ isBeginning }) => isBeginning === true);
    assert(this.#byPath.size === endpoints.length, 'two endpoints have one path');
  }

  /**
   * Returns the endpoint for a target as sent, provided that the target's path is spelled as in the contract.
   */
  findPlain(target: string): Endpoint | undefined {
    const query = target.indexOf('?');
    return this.#at(query < 0 ? target : target.slice(0, query));
  }

  /**
   * Returns the endpoint for any target, using its decoded path. If a path cannot be decoded, only its
   * beginning is matched.
   */
  find(target: string): Endpoint | undefined {
    const path = pathOf(target);
    return path === null ? this.findPlain(target) : this.#at(path);
  }

  #at(sent: string): Endpoint | undefined {
    const path = withoutKeyInPath(sent);
    return this.#byPath.get(path) ?? this.#beginnings.find((endpoint) => path.startsWith(endpoint.path));
  }
}
