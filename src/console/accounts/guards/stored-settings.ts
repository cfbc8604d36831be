import { randomBytes } from 'node:crypto';
import type { OpenDatabase } from '../../../database/schema/open-database.js';

/** Values that the console stores for itself in the table `console_settings`. */
export class StoredSettings {
  readonly #database: OpenDatabase;
  readonly #opensSignUp: boolean;

  /** @param opensSignUp whether sign-up is open until an operator changes this */
  constructor(database: OpenDatabase, { opensSignUp }: { opensSignUp: boolean }) {
    this.#database = database;
    this.#opensSignUp = opensSignUp;
  }

  /** Returns the secret in the database; `null` if it is stored elsewhere, or does not exist yet. */
  storedSecret(): Promise<string | null> {
    return this.#read('secret');
  }

  /**
   * Returns the secret in the database. The secret is created once, and shared by all consoles that use the
   * database.
   */
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
