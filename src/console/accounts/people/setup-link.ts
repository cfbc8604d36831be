import type { Accounts } from './accounts.js';
import type { MadeLink, OneTimeLinks } from './one-time-links.js';

/** The link for the first administrator. Creating a new link invalidates the previous one. */
export class SetupLink {
  readonly #accounts: Accounts;
  readonly #links: OneTimeLinks;

  constructor(accounts: Accounts, links: OneTimeLinks) {
    this.#accounts = accounts;
    this.#links = links;
  }

  /** @returns `null` if there already is an operator */
  async make(): Promise<MadeLink | null> {
    return (await this.#accounts.hasOperator()) ? null : this.#links.make({ kind: 'setup', email: '' });
  }
}
