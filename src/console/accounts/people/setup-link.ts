import type { Accounts } from './accounts.js';
import type { MadeLink, OneTimeLinks } from './one-time-links.js';

/** The link for the first administrator. Each time one is made, the one before works no more. */
export class SetupLink {
  readonly #accounts: Accounts;
  readonly #links: OneTimeLinks;

  constructor(accounts: Accounts, links: OneTimeLinks) {
    this.#accounts = accounts;
    this.#links = links;
  }

  /** @returns null: there is an operator already */
  async make(): Promise<MadeLink | null> {
    return (await this.#accounts.hasOperator()) ? null : this.#links.make({ kind: 'setup', email: '' });
  }
}
