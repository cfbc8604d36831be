import { randomBytes } from 'node:crypto';
import type { OpenDatabase } from '../../../database/schema/open-database.js';

/** Values that the console keeps for itself, in the table `console_settings`. */
export class StoredSettings {
  readonly #database: OpenDatabase;
  readonly #opensSignUp: boolean;

  /** @param opensSignUp whether sign-up is open until an operator opens or closes it */
  constructor(database: OpenDatabase, { opensSignUp }: { opensSignUp: boolean }) {
    this.#database = database;
    this.#opensSignUp = opensSignUp;
  }

  /** The secret in the database; null: it is kept elsewhere, or there is none yet. */
  storedSecret(): Promise<string | null> {
    return this.#read('secret');
  }

  /** The secret in the database. It is made once; several consoles on one database share it. */
  async secret(): Promise<string> {
    const made = randomBytes(32).toString('base64url');
    await this.#database.db
      .insertInto('console_settings')
      .values({ name: 'secret', value: made })
      .onConflict((there) => there.column('name').doNothing())
      .execute();
    return (await this.#read('secret')) ?? made;
  }

  async isSignUpOpen(): Promise<boolean> {
    const stored = await this.#read('sign_up');
    return stored === null ? this.#opensSignUp : stored === 'open';
  }

  async openSignUp(isOpen: boolean): Promise<void> {
    const value = isOpen ? 'open' : 'invitation';
    await this.#database.db
      .insertInto('console_settings')
      .values({ name: 'sign_up', value })
      .onConflict((there) => there.column('name').doUpdateSet({ value }))
      .execute();
  }

  async #read(name: string): Promise<string | null> {
    const row = await this.#database.db
      .selectFrom('console_settings')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    return row?.value ?? null;
  }
}
