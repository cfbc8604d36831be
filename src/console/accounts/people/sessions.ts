import { APIError } from 'better-auth';
import type { OpenDatabase } from '../../../database/schema/open-database.js';
import type { AccountSession, Passkey, SecondFactorSetup, WebAuthnJson } from '../../api/account-data.js';
import type { Person } from '../guards/access.js';
import { ADDRESS_HEADER, atProvider, type AccountLibrary } from './account-library.js';
import { conflict, ConsoleError, notFound } from '../guards/console-error.js';
import { isoOf, languageOf } from '../guards/stored-values.js';

/** The parts of a request that identify the caller. */
export interface Caller {
  cookie: string;
  address: string;
  device: string;
}

/** A value, together with the response's cookies. */
export interface WithCookies<T> {
  value: T;
  cookies: string[];
}

const PASSKEYS_MAX = 20;

/** The maximum length of the `User-Agent` text that is stored. */
const DEVICE_MAX = 300;

/** Sign-in and sign-out, sessions and passkeys, through the account library. */
export class Sessions {
  readonly #database: OpenDatabase;
  readonly #library: () => AccountLibrary;
  readonly #consoleUrl: string;

  constructor(database: OpenDatabase, library: () => AccountLibrary, consoleUrl: string) {
    this.#database = database;
    this.#library = library;
    this.#consoleUrl = consoleUrl;
  }

  /** Returns the signed-in person; `null` if nobody is signed in. */
  async current(caller: Caller): Promise<WithCookies<Person | null>> {
    if (caller.cookie === '') return { value: null, cookies: [] };
    const found = await this.#ask((library) =>
      library.api.getSession({ headers: this.#headers(caller), returnHeaders: true }),
    );
    if (found.value === null) return { value: null, cookies: [] };
    const { session, user } = found.value;
    const row = await this.#database.db
      .selectFrom('accounts')
      .innerJoin('account_sessions', 'account_sessions.account_id', 'accounts.id')
      .select((own) => [
        ...(['language', 'is_operator', 'closed_at', 'has_second_factor'] as const),
        ...(['account_sessions.created_at', 'proved_ms'] as const),
        own
          .selectFrom('account_passkeys')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where('account_passkeys.account_id', '=', user.id)
          .as('passkeys'),
      ])
      .where('accounts.id', '=', user.id)
      .where('account_sessions.id', '=', session.id)
      .executeTakeFirst();
    if (row === undefined || row.closed_at !== null) return { value: null, cookies: [] };
    return {
      cookies: found.cookies,
      value: {
        id: user.id,
        name: user.name,
        email: user.email,
        language: languageOf(row.language),
        isOperator: row.is_operator === 1,
        sessionId: session.id,
        address: caller.address,
        proved_ms: Math.max(Number(row.proved_ms ?? 0), new Date(row.created_at).getTime()),
        hasSecondFactor: Boolean(row.has_second_factor) || Number(row.passkeys) > 0,
      },
    };
  }

  /**
   * @returns the account; `null` if the password was correct, but a code is needed to sign in
   * @throws ConsoleError `wrong_credentials`, `email_unverified`, `account_closed`
   */
  async signIn(caller: Caller, email: string, password: string): Promise<WithCookies<string | null>> {
    const answer = await this.#ask((library) =>
      library.api.signInEmail({
        body: { email, password },
        headers: this.#headers(caller),
        returnHeaders: true,
      }),
    );
    const { user } = answer.value as { user?: { id: string } };
    return { value: user?.id ?? null, cookies: answer.cookies };
  }

  /**
   * Returns the account whose correct password was entered in this browser and that still needs a code;
   * `null` if there is none.
   */
  async awaitingCode({ cookie }: Caller): Promise<string | null> {
    const { createAuthCookie, internalAdapter } = await this.#library().$context;
    const { name } = createAuthCookie('two_factor');
    const pair = cookie.split('; ').find((own) => own.startsWith(`${name}=`));
    if (pair === undefined) return null;
    const [challenge] = decodeURIComponent(pair.slice(name.length + 1)).split('.');
    const found = await internalAdapter.findVerificationValue(challenge);
    return found === null || found.expiresAt.getTime() < Date.now() ? null : found.value;
  }

  /** Completes the second step of a sign-in. @param code six digits, or a recovery code */
  async signInWithCode(caller: Caller, code: string): Promise<WithCookies<string>> {
    const asked = {
      body: { code: code.trim() },
      headers: this.#headers(caller),
      returnHeaders: true,
    } as const;
    const { value, cookies } = await this.#ask((library) =>
      isOneTimeCode(asked.body.code)
        ? (library.api.verifyTOTP(asked) as Promise<{ headers: Headers; response: unknown }>)
        : (library.api.verifyBackupCode(asked) as Promise<{ headers: Headers; response: unknown }>),
    );
    return { value: (value as { user: { id: string } }).user.id, cookies };
  }

  /**
   * Starts the setup of one-time codes. One-time codes take effect after the first code has been entered:
   * `confirmSecondFactor`.
   */
  async beginSecondFactor(caller: Caller, password: string | undefined): Promise<SecondFactorSetup> {
    const { value } = await this.#ask((library) =>
      library.api.enableTwoFactor({
        body: { ...(password === undefined ? {} : { password }), method: 'totp' },
        headers: this.#headers(caller),
        returnHeaders: true,
      }),
    );
    const { totpURI, backupCodes } = value as { totpURI: string; backupCodes: string[] };
    return { uri: totpURI, recovery_codes: backupCodes };
  }

  /** @throws ConsoleError `wrong_credentials` */
  confirmSecondFactor(caller: Caller, code: string): Promise<WithCookies<unknown>> {
    return this.#ask((library) =>
      library.api.verifyTOTP({ body: { code }, headers: this.#headers(caller), returnHeaders: true }),
    );
  }

  /** Records that the password was just entered. */
  async noteProof({ sessionId }: Person): Promise<void> {
    await this.#database.db
      .updateTable('account_sessions')
      .set({ proved_ms: Date.now() })
      .where('id', '=', sessionId)
      .execute();
  }

  /** Signs in a person who was identified by a link. */
  async begin(caller: Caller, accountId: string): Promise<string[]> {
    const { cookies } = await this.#ask((library) =>
      library.api.beginSession({
        body: { accountId },
        headers: this.#headers(caller),
        returnHeaders: true,
      }),
    );
    return cookies;
  }

  async signOut(caller: Caller): Promise<string[]> {
    const { cookies } = await this.#ask((library) =>
      library.api.signOut({ headers: this.#headers(caller), returnHeaders: true }),
    );
    return cookies;
  }

  async hashPassword(password: string): Promise<string> {
    return (await this.#library().$context).password.hash(password);
  }

  async isPassword(hash: string, password: string): Promise<boolean> {
    return (await this.#library().$context).password.verify({ hash, password });
  }

  /** Returns the sessions, most recently used first. */
  async list(person: Person): Promise<AccountSession[]> {
    const rows = await this.#database.db
      .selectFrom('account_sessions')
      .selectAll()
      .where('account_id', '=', person.id)
      .execute();
    return rows
      .filter(({ expires_at }) => new Date(expires_at).getTime() > Date.now())
      .map((row) => ({
        id: row.id,
        is_current: row.id === person.sessionId,
        created_at: isoOf(row.created_at),
        last_seen_at: isoOf(row.updated_at),
        expires_at: isoOf(row.expires_at),
        address: row.address === '' ? null : row.address,
        device: row.device === '' ? null : row.device,
      }))
      .sort((a, b) => (a.last_seen_at < b.last_seen_at ? 1 : -1));
  }

  async end(person: Person, id: string): Promise<void> {
    const { numDeletedRows } = await this.#database.db
      .deleteFrom('account_sessions')
      .where('id', '=', id)
      .where('account_id', '=', person.id)
      .executeTakeFirst();
    if (Number(numDeletedRows) === 0) throw notFound('session');
  }

  async passkeys(accountId: string): Promise<Passkey[]> {
    const rows = await this.#database.db
      .selectFrom('account_passkeys')
      .selectAll()
      .where('account_id', '=', accountId)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      name: row.name ?? '',
      created_at: isoOf(row.created_at ?? 0),
      is_synced: Boolean(row.backed_up),
    }));
  }

  async passkeyOptions(caller: Caller, person: Person): Promise<WithCookies<WebAuthnJson>> {
    if ((await this.passkeys(person.id)).length >= PASSKEYS_MAX)
      throw conflict('too_many', `An account has at most ${PASSKEYS_MAX} passkeys.`);
    return this.#ask((library) =>
      library.api.generatePasskeyRegistrationOptions({
        query: {},
        headers: this.#headers(caller),
        returnHeaders: true,
      }),
    ) as unknown as Promise<WithCookies<WebAuthnJson>>;
  }

  async addPasskey(
    caller: Caller,
    { person, name, credential }: { person: Person; name: string; credential: WebAuthnJson },
  ): Promise<WithCookies<Passkey>> {
    const { value, cookies } = await this.#ask((library) =>
      library.api.verifyPasskeyRegistration({
        body: { response: credential, name },
        headers: this.#headers(caller),
        returnHeaders: true,
      }),
    );
    const added = (await this.passkeys(person.id)).find(({ id }) => id === (value as { id: string }).id);
    if (added === undefined) throw notFound('passkey');
    return { value: added, cookies };
  }

  passkeySignInOptions(caller: Caller): Promise<WithCookies<WebAuthnJson>> {
    return this.#ask((library) =>
      library.api.generatePasskeyAuthenticationOptions({
        // Nobody is signed in at this point: a passkey identifies its own account.
        headers: this.#headers({ ...caller, cookie: '' }),
        returnHeaders: true,
      }),
    ) as unknown as Promise<WithCookies<WebAuthnJson>>;
  }

  /** @returns the account */
  async signInWithPasskey(caller: Caller, credential: WebAuthnJson): Promise<WithCookies<string>> {
    const { value, cookies } = await this.#ask((library) =>
      library.api.verifyPasskeyAuthentication({
        body: { response: credential as never },
        headers: this.#headers(caller),
        returnHeaders: true,
      }),
    );
    return { value: (value as { session: { userId: string } }).session.userId, cookies };
  }

  async renamePasskey(person: Person, id: string, name: string): Promise<Passkey> {
    await this.#database.db
      .updateTable('account_passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('account_id', '=', person.id)
      .execute();
    const renamed = (await this.passkeys(person.id)).find((passkey) => passkey.id === id);
    if (renamed === undefined) throw notFound('passkey');
    return renamed;
  }

  /** @returns the passkey before its removal */
  async removePasskey(person: Person, id: string): Promise<Passkey> {
    const own = await this.passkeys(person.id);
    const removed = own.find((passkey) => passkey.id === id);
    if (removed === undefined) throw notFound('passkey');
    const others = await this.#database.db
      .selectFrom('account_identities')
      .select('id')
      .where('account_id', '=', person.id)
      .executeTakeFirst();
    if (own.length === 1 && others === undefined)
      throw conflict('last_way_in', 'This passkey is the only way to sign in; choose a password first.');
    await this.#database.db
      .deleteFrom('account_passkeys')
      .where('id', '=', id)
      .where('account_id', '=', person.id)
      .execute();
    return removed;
  }

  /** Starts a sign-in at a provider. @param to the path to return to @returns where to send the browser */
  async beginAtProvider(
    caller: Caller,
    { provider, to }: { provider: string; to: string },
  ): Promise<WithCookies<string>> {
    const { value, cookies } = await this.#ask((library) =>
      library.api.signInSocial({
        body: {
          provider,
          callbackURL: `${this.#consoleUrl}${to}`,
          errorCallbackURL: `${this.#consoleUrl}/sign-in`,
          disableRedirect: true,
        },
        headers: this.#headers(caller),
        returnHeaders: true,
      }),
    );
    return { value: (value as { url: string }).url, cookies };
  }

  /**
   * Completes a sign-in after the provider has sent the browser back. @returns the library's answer: a
   * redirect with cookies
   */
  endAtProvider(caller: Caller, url: string): Promise<Response> {
    return atProvider.run(true, () =>
      this.#library().handler(new Request(url, { headers: this.#headers(caller) })),
    );
  }

  /**
   * Passes on only the headers that the library needs, because the library cannot be misled by a header that
   * it never sees.
   */
  #headers({ cookie, address, device }: Caller): Headers {
    return new Headers({
      ...(cookie === '' ? {} : { cookie }),
      'user-agent': device.slice(0, DEVICE_MAX),
      origin: this.#consoleUrl,
      [ADDRESS_HEADER]: address,
    });
  }

  async #ask<T>(
    question: (library: AccountLibrary) => Promise<{ headers: Headers; response: T }>,
  ): Promise<WithCookies<T>> {
    try {
      const { headers, response } = await question(this.#library());
      return { value: response, cookies: headers.getSetCookie() };
    } catch (error) {
      throw error instanceof APIError ? meaningOf(error) : error;
    }
  }
}

/** Whether the code is a one-time code rather than a recovery code. */
export function isOneTimeCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

function meaningOf(error: APIError): ConsoleError {
  const code = error.body?.code ?? '';
  if (code === 'ACCOUNT_CLOSED')
    return new ConsoleError('account_closed', 'This account was closed by an operator.');
  if (code === 'EMAIL_NOT_VERIFIED')
    return new ConsoleError('email_unverified', 'The email address has not been verified yet.');
  if (/CHALLENGE_NOT_FOUND/.test(code))
    return new ConsoleError('link_invalid', 'This took too long; try again.');
  // The library reports the same error for a passkey of another site.
  if (error.statusCode >= 500 && !/VERIFY|AUTHENTICATION/.test(code))
    return new ConsoleError('unavailable', 'The database does not answer.', {
      reason: 'database',
      cause: error,
    });
  return new ConsoleError('wrong_credentials', 'The sign-in details are wrong or unknown.', {
    cause: error,
  });
}
