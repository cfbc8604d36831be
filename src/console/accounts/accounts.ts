import { randomText } from '../../keys/key-token.js';
import { isAlreadyThere } from '../../database/open-database.js';
import type { OpenDatabase } from '../../database/schema/open-database.js';
import type { AccountRow } from '../../database/schema/console-schema.js';
import type { Account, Language } from '../api/data.js';
import { conflict, notFound } from './console-error.js';
import { isoOf, languageOf, storedMoment, storedTruth } from './stored-values.js';

/** Provider of an identity that is a password. */
const PASSWORD = 'credential';

/** 95 bits, as the library makes its own. */
const ID_CHARACTERS = 16;

export interface NewAccount {
  name: string;
  email: string;
  passwordHash: string;
  language: Language;
  isVerified: boolean;
  isOperator: boolean;
}

/**
 * Accounts as rows. Who signs in how is up to the library (`account-library.ts`); it reads the same rows.
 */
export class Accounts {
  readonly #database: OpenDatabase;

  constructor(database: OpenDatabase) {
    this.#database = database;
  }

  async find(id: string): Promise<AccountRow | null> {
    const row = await this.#db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
    return row ?? null;
  }

  async findByEmail(email: string): Promise<AccountRow | null> {
    const row = await this.#db
      .selectFrom('accounts')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirst();
    return row ?? null;
  }

  async hasOperator(): Promise<boolean> {
    const row = await this.#db
      .selectFrom('accounts')
      .select('id')
      .where('is_operator', '=', 1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * An account with the same address that was never verified gives way: whoever made it has not shown that
   * the address is his.
   * @returns the id; null: there is a verified account with this address
   */
  async create(account: NewAccount): Promise<string | null> {
    const { dialect } = this.#database;
    const id = randomText(ID_CHARACTERS);
    const now = storedMoment(dialect, new Date());
    const times = { created_at: now, updated_at: now };
    try {
      await this.#db.transaction().execute(async (db) => {
        await db
          .deleteFrom('accounts')
          .where('email', '=', account.email)
          .where('email_verified', '=', storedTruth(dialect, false))
          .execute();
        await db
          .insertInto('accounts')
          .values({
            id,
            name: account.name,
            email: account.email,
            email_verified: storedTruth(dialect, account.isVerified),
            image: null,
            ...times,
            language: account.language,
            is_operator: Number(account.isOperator),
            closed_at: null,
          })
          .execute();
        await db
          .insertInto('account_identities')
          .values({ ...passwordIdentity(id, account.passwordHash), ...times })
          .execute();
      });
    } catch (error) {
      if (isAlreadyThere(error)) return null;
      throw error;
    }
    return id;
  }

  /** @param keepsPassword false: who set it may be somebody else than who verified the address */
  async verify(id: string, { keepsPassword }: { keepsPassword: boolean }): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      await db
        .updateTable('accounts')
        .set({ email_verified: storedTruth(this.#database.dialect, true) })
        .where('id', '=', id)
        .execute();
      if (keepsPassword) return;
      await db.deleteFrom('account_identities').where('account_id', '=', id).execute();
    });
  }

  async setPassword(id: string, passwordHash: string): Promise<void> {
    const now = storedMoment(this.#database.dialect, new Date());
    await this.#db.transaction().execute(async (db) => {
      await db
        .deleteFrom('account_identities')
        .where('account_id', '=', id)
        .where('provider', '=', PASSWORD)
        .execute();
      await db
        .insertInto('account_identities')
        .values({ ...passwordIdentity(id, passwordHash), created_at: now, updated_at: now } as never)
        .execute();
    });
  }

  /** Hash of the password; null: there is none. */
  async passwordOf(id: string): Promise<string | null> {
    const row = await this.#db
      .selectFrom('account_identities')
      .select('password')
      .where('account_id', '=', id)
      .where('provider', '=', PASSWORD)
      .executeTakeFirst();
    return row?.password ?? null;
  }

  /** Accounts at providers of OpenID Connect. */
  async identitiesOf(id: string): Promise<{ provider: string; linked_at: string }[]> {
    const rows = await this.#db
      .selectFrom('account_identities')
      .select(['provider', 'created_at'])
      .where('account_id', '=', id)
      .where('provider', '!=', PASSWORD)
      .execute();
    return rows.map((row) => ({ provider: row.provider, linked_at: isoOf(row.created_at) }));
  }

  async change(id: string, change: { name?: string; language?: Language }): Promise<void> {
    if (change.name === undefined && change.language === undefined) return;
    await this.#db.updateTable('accounts').set(change).where('id', '=', id).execute();
  }

  /** @throws ConsoleError when the last operator is to go */
  async setOperator(id: string, isOperator: boolean): Promise<void> {
    await this.#keepOperator(id, isOperator);
    await this.#db
      .updateTable('accounts')
      .set({ is_operator: Number(isOperator) })
      .where('id', '=', id)
      .execute();
  }

  /** A closed account cannot sign in; its sessions end. */
  async setClosed(id: string, isClosed: boolean): Promise<void> {
    await this.#keepOperator(id, !isClosed);
    await this.#db
      .updateTable('accounts')
      .set({ closed_at: isClosed ? Date.now() : null })
      .where('id', '=', id)
      .execute();
    if (isClosed) await this.endSessions(id);
  }

  /** @param but the session that stays */
  async endSessions(id: string, but?: string): Promise<void> {
    const all = this.#db.deleteFrom('account_sessions').where('account_id', '=', id);
    await (but === undefined ? all : all.where('id', '!=', but)).execute();
  }

  /** Removes sessions and invitations that have expired. */
  async thin(now_ms: number): Promise<void> {
    const now = storedMoment(this.#database.dialect, new Date(now_ms));
    await this.#db.deleteFrom('account_sessions').where('expires_at', '<', now).execute();
    await this.#db.deleteFrom('invitations').where('expires_at', '<', now_ms).execute();
  }

  /**
   * Removes the account and the person's data. Keys stay with their projects, and nobody has made them. What
   * was done stays in the audit log, without a name or an address.
   * @throws ConsoleError when others would be left without an owner or an operator
   */
  async remove({ id, email }: { id: string; email: string }): Promise<void> {
    await this.#keepOperator(id, false);
    await this.#keepOwners(id);
    await this.#db.transaction().execute(async (db) => {
      await db.updateTable('api_keys').set({ created_by: null }).where('created_by', '=', id).execute();
      await db.updateTable('audit_log').set({ address: null }).where('account_id', '=', id).execute();
      await db.updateTable('audit_log').set({ target_name: null }).where('target_id', '=', id).execute();
      await db.updateTable('audit_log').set({ target_name: null }).where('target_name', '=', email).execute();
      await db.deleteFrom('invitations').where('email', '=', email).execute();
      await db.deleteFrom('one_time_links').where('email', '=', email).execute();
      await db.deleteFrom('accounts').where('id', '=', id).execute();
    });
  }

  /** @throws ConsoleError `not_found` */
  async describe(id: string): Promise<Account> {
    const row = await this.find(id);
    if (row === null) throw notFound('account');
    return accountOf(row, (await this.passwordOf(id)) !== null);
  }

  async #keepOperator(id: string, stays: boolean): Promise<void> {
    if (stays) return;
    const operators = await this.#db
      .selectFrom('accounts')
      .select('id')
      .where('is_operator', '=', 1)
      .where('closed_at', 'is', null)
      .execute();
    if (operators.length === 1 && operators[0].id === id)
      throw conflict('last_operator', 'A deployment keeps at least one operator.');
  }

  /** An organisation of one person may be left empty: operators see it. One with others may not. */
  async #keepOwners(id: string): Promise<void> {
    const rows = await this.#db
      .selectFrom('members')
      .select(['organisation_id', 'account_id', 'role'])
      .where('organisation_id', 'in', (own) =>
        own.selectFrom('members as mine').select('mine.organisation_id').where('mine.account_id', '=', id),
      )
      .execute();
    const others = rows.filter((row) => row.account_id !== id);
    const owned = rows.filter((row) => row.account_id === id && row.role === 'owner');
    for (const { organisation_id } of owned) {
      const rest = others.filter((row) => row.organisation_id === organisation_id);
      if (rest.length > 0 && rest.every((row) => row.role !== 'owner'))
        throw conflict('last_owner', 'Make somebody else an owner of the organisation first.');
    }
  }

  get #db(): OpenDatabase['db'] {
    return this.#database.db;
  }
}

function passwordIdentity(accountId: string, passwordHash: string) {
  return {
    id: randomText(ID_CHARACTERS),
    account_id: accountId,
    provider: PASSWORD,
    subject: accountId,
    password: passwordHash,
  };
}

export function accountOf(row: AccountRow, hasPassword: boolean): Account {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    email_verified: Boolean(row.email_verified),
    language: languageOf(row.language),
    is_operator: row.is_operator === 1,
    has_password: hasPassword,
    created_at: isoOf(row.created_at),
  };
}
