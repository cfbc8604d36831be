import { randomText } from '../../../keys/key-token.js';
import type { Transaction } from 'kysely';
import { isAlreadyThere } from '../../../database/open-database.js';
import type { OpenDatabase } from '../../../database/schema/open-database.js';
import type { AccountRow, ConsoleSchema } from '../../../database/schema/console-schema.js';
import type { Account, Language } from '../../api/account-data.js';
import { conflict, notFound } from '../guards/console-error.js';
import { isoOf, languageOf, storedMoment, storedTruth } from '../guards/stored-values.js';

/** The number of days after which an unverified account is removed. */
const UNVERIFIED_DAYS = 7;
const DAY_MS = 86_400_000;

/** The provider name of identities with a password. */
const PASSWORD = 'credential';

/** The length of an id; like the library's own ids, it has 95 bits. */
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
 * Accounts as database rows. The library decides how people sign in (`account-library.ts`), and reads the
 * same rows.
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
   * Creates an account. An unverified account with the same address is replaced, because its creator has not
   * proved that the address is theirs.
   * @returns the id; `null` if a verified account has this address
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
            has_second_factor: storedTruth(dialect, false),
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

  /** @param keepsPassword `false` if someone other than the address's owner may have chosen the password */
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

  /** Sets the password. Earlier links for choosing a password or changing the address stop working. */
  async setPassword(id: string, passwordHash: string): Promise<void> {
    const now = storedMoment(this.#database.dialect, new Date());
    await this.#db.transaction().execute(async (db) => {
      await db
        .deleteFrom('one_time_links')
        .where('account_id', '=', id)
        .where('kind', 'in', ['reset', 'email'])
        .execute();
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

  /**
   * Changes the address. Links that were emailed to the old address stop working. As in `create`, an
   * unverified account with the new address is replaced.
   * @returns `false` if a verified account has this address
   */
  async changeEmail(id: string, email: string): Promise<boolean> {
    try {
      await this.#db.transaction().execute(async (db) => {
        await db
          .deleteFrom('accounts')
          .where('email', '=', email)
          .where('email_verified', '=', storedTruth(this.#database.dialect, false))
          .execute();
        await db.updateTable('accounts').set({ email }).where('id', '=', id).execute();
        await db.deleteFrom('one_time_links').where('account_id', '=', id).execute();
      });
    } catch (error) {
      if (isAlreadyThere(error)) return false;
      throw error;
    }
    return true;
  }

  /** Returns the password's hash; `null` if the account has no password. */
  async passwordOf(id: string): Promise<string | null> {
    const row = await this.#db
      .selectFrom('account_identities')
      .select('password')
      .where('account_id', '=', id)
      .where('provider', '=', PASSWORD)
      .executeTakeFirst();
    return row?.password ?? null;
  }

  /** Returns the linked accounts at OpenID Connect providers. */
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

  /** @throws ConsoleError if no operator would be left */
  async setOperator(id: string, isOperator: boolean): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      if (!isOperator) await keepOperator(db, id);
      await db
        .updateTable('accounts')
        .set({ is_operator: Number(isOperator) })
        .where('id', '=', id)
        .execute();
    });
  }

  /** Closes or reopens an account. A closed account cannot sign in, and its sessions end. */
  async setClosed(id: string, isClosed: boolean): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      if (isClosed) await keepOperator(db, id);
      await db
        .updateTable('accounts')
        .set({ closed_at: isClosed ? Date.now() : null })
        .where('id', '=', id)
        .execute();
    });
    if (isClosed) await this.endSessions(id);
  }

  /** @param but the session to keep */
  async endSessions(id: string, but?: string): Promise<void> {
    const all = this.#db.deleteFrom('account_sessions').where('account_id', '=', id);
    await (but === undefined ? all : all.where('id', '!=', but)).execute();
  }

  /** Removes expired sessions and invitations. */
  async thin(now_ms: number): Promise<void> {
    const now = storedMoment(this.#database.dialect, new Date(now_ms));
    await this.#db.deleteFrom('account_sessions').where('expires_at', '<', now).execute();
    await this.#db.deleteFrom('invitations').where('expires_at', '<', now_ms).execute();
    await this.#removeUnverified(new Date(now_ms - UNVERIFIED_DAYS * DAY_MS));
  }

  /**
   * Removes the account and the person's data. Keys stay with their projects, without their creator's name.
   * Entries stay in the audit log, without a name or an address.
   * @throws ConsoleError if other people would be left without an owner or an operator
   */
  async remove({ id, email }: { id: string; email: string }): Promise<void> {
    await this.#keepOwners(id);
    await this.#db.transaction().execute(async (db) => {
      await keepOperator(db, id);
      await db.updateTable('api_keys').set({ created_by: null }).where('created_by', '=', id).execute();
      const ofPerson = { address: null, actor: null };
      await db.updateTable('audit_log').set(ofPerson).where('account_id', '=', id).execute();
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

  /**
   * Removes accounts that were not verified in time. A provider verifies accounts immediately; an account
   * created with someone else's address is never verified.
   */
  async #removeUnverified(before: Date): Promise<void> {
    const { dialect } = this.#database;
    await this.#db
      .deleteFrom('accounts')
      .where('email_verified', '=', storedTruth(dialect, false))
      .where('created_at', '<', storedMoment(dialect, before))
      .execute();
  }

  /**
   * Removes an account that a stranger created with someone else's address, when the owner signs in another
   * way.
   */
  async giveWay(email: string): Promise<void> {
    await this.#db
      .deleteFrom('accounts')
      .where('email', '=', email)
      .where('email_verified', '=', storedTruth(this.#database.dialect, false))
      .execute();
  }

  /** Whether a second factor is set up. A passkey counts as a second factor. */
  async hasSecondFactor(id: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('accounts')
      .select((own) => [
        'has_second_factor',
        own
          .selectFrom('account_passkeys')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where('account_passkeys.account_id', '=', id)
          .as('passkeys'),
      ])
      .where('id', '=', id)
      .executeTakeFirst();
    return row !== undefined && (Boolean(row.has_second_factor) || Number(row.passkeys) > 0);
  }

  /** Removes a second factor that its owner has lost or does not want to use. */
  async removeSecondFactor(id: string): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      await db.deleteFrom('account_second_factors').where('account_id', '=', id).execute();
      await db
        .updateTable('accounts')
        .set({ has_second_factor: storedTruth(this.#database.dialect, false) })
        .where('id', '=', id)
        .execute();
    });
  }

  /**
   * Refuses to leave an organisation without an owner if it has other members. An organisation without other
   * members may become empty: operators still see it.
   */
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
        throw conflict('last_owner', 'Make another member an owner of the organisation first.');
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
    has_second_factor: Boolean(row.has_second_factor),
    created_at: isoOf(row.created_at),
  };
}

/**
 * Runs before an operator is removed, in the same transaction: if two operators remove each other's role, one
 * of the two requests is refused.
 * @throws ConsoleError if no other operator would be left
 */
async function keepOperator(db: Transaction<ConsoleSchema>, id: string): Promise<void> {
  // All such changes write this row first, so they wait for each other, even in PostgreSQL.
  await db
    .insertInto('console_settings')
    .values({ name: 'operators', value: '' })
    .onConflict((there) => there.column('name').doUpdateSet({ value: '' }))
    .execute();
  const operators = await db
    .selectFrom('accounts')
    .select('id')
    .where('is_operator', '=', 1)
    .where('closed_at', 'is', null)
    .execute();
  if (operators.length === 1 && operators[0].id === id)
    throw conflict('last_operator', 'A deployment needs at least one operator.');
}
