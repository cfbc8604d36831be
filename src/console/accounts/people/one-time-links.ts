import { createHash, randomBytes } from 'node:crypto';
import type { UnsentLink } from '../../api/operator-contract.js';
import type { OpenDatabase } from '../../../database/schema/open-database.js';
import type { LinkRow } from '../../../database/schema/console-schema.js';
import { isoOf } from '../guards/stored-values.js';

export type LinkKind = 'setup' | 'invitation' | 'verify' | 'reset' | 'email';

const HOUR_S = 3_600;

/** How long each kind of link is valid. */
export const LINK_LIFETIME_S: Readonly<Record<LinkKind, number>> = {
  // The operator opens the link right after the start, and the next start creates another link.
  setup: 24 * HOUR_S,
  invitation: 7 * 24 * HOUR_S,
  verify: 24 * HOUR_S,
  reset: HOUR_S,
  // The link that confirms a new email address.
  email: 24 * HOUR_S,
};

/** A token has 256 bits, which cannot be guessed. */
const TOKEN_BYTES = 32;

/** The maximum number of unsent links that an operator sees. */
const UNSENT_SHOWN = 200;

export interface NewLink {
  kind: LinkKind;
  email: string;
  accountId?: string | null;
  invitationId?: string | null;
  /** The requesting browser's cookie. */
  browser?: string | null;
}

export interface MadeLink {
  url: string;
  /** The hash identifies the link in the table, but cannot be used to open it. */
  hash: string;
  token: string;
  expiresAt: Date;
}

/**
 * Links that work once: for the first administrator, invitations, verification and password resets. Only a
 * token's hash is stored. The token comes after the `#` of the link, so that servers and logs along the way
 * do not see it.
 */
export class OneTimeLinks {
  readonly #database: OpenDatabase;
  readonly #consoleUrl: string;

  constructor(database: OpenDatabase, consoleUrl: string) {
    this.#database = database;
    this.#consoleUrl = consoleUrl;
  }

  /**
   * Creates a link. Earlier links of this kind for the same address, the same invitation, or (for the kind
   * `email`) the same account stop working.
   */
  async make({ kind, email, accountId, invitationId, browser }: NewLink): Promise<MadeLink> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const hash = hashOf(token);
    const now = Date.now();
    const expiresAt = now + LINK_LIFETIME_S[kind] * 1000;
    await this.#database.db.transaction().execute(async (db) => {
      const before = db.deleteFrom('one_time_links').where('kind', '=', kind);
      // Several organisations may invite the same person, and several accounts may request the same address.
      if (kind === 'email') await before.where('account_id', '=', accountId ?? '').execute();
      else if (kind === 'invitation')
        await before
          .where('email', '=', email)
          .where('invitation_id', '=', invitationId ?? '')
          .execute();
      else await before.where('email', '=', email).execute();
      await db.deleteFrom('one_time_links').where('expires_at', '<', now).execute();
      await db
        .insertInto('one_time_links')
        .values({
          hash,
          kind,
          email,
          account_id: accountId ?? null,
          invitation_id: invitationId ?? null,
          created_at: now,
          expires_at: expiresAt,
          unsent_token: null,
          browser_hash: browser == null ? null : hashOf(browser),
        })
        .execute();
    });
    return { url: this.#urlOf(kind, token), hash, token, expiresAt: new Date(expiresAt) };
  }

  /** Reads a link without using it up. Returns `null` if the link was used, has expired, or never existed. */
  async look(kind: LinkKind, token: string): Promise<LinkRow | null> {
    const row = await this.#database.db
      .selectFrom('one_time_links')
      .selectAll()
      .where('hash', '=', hashOf(token))
      .where('kind', '=', kind)
      .where('expires_at', '>', Date.now())
      .executeTakeFirst();
    return row ?? null;
  }

  /** Uses up a link: if several requests arrive at once, only one succeeds. */
  async use(kind: LinkKind, token: string): Promise<LinkRow | null> {
    const row = await this.#database.db
      .deleteFrom('one_time_links')
      .where('hash', '=', hashOf(token))
      .where('kind', '=', kind)
      .where('expires_at', '>', Date.now())
      .returningAll()
      .executeTakeFirst();
    return row ?? null;
  }

  isFromBrowser({ browser_hash }: LinkRow, browser: string | null): boolean {
    return browser !== null && browser_hash !== null && browser_hash === hashOf(browser);
  }

  /**
   * Records that the email could not be sent, so that an operator can pass the link on.
   * @param token `null` if the email was sent after all
   */
  async noteUnsent(hash: string, token: string | null): Promise<void> {
    await this.#database.db
      .updateTable('one_time_links')
      .set({ unsent_token: token })
      .where('hash', '=', hash)
      .execute();
  }

  /** Returns the links, newest first. */
  async unsent(): Promise<UnsentLink[]> {
    const rows = await this.#database.db
      .selectFrom('one_time_links')
      .selectAll()
      .where('unsent_token', 'is not', null)
      .where('expires_at', '>', Date.now())
      .orderBy('created_at', 'desc')
      .limit(UNSENT_SHOWN)
      .execute();
    return rows.map((row) => ({
      id: row.hash.slice(0, 16),
      kind: row.kind as UnsentLink['kind'],
      email: row.email,
      link: this.#urlOf(row.kind as LinkKind, row.unsent_token!),
      created_at: isoOf(row.created_at),
      expires_at: isoOf(row.expires_at),
    }));
  }

  #urlOf(kind: LinkKind, token: string): string {
    return `${this.#consoleUrl}/${kind}#${token}`;
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
