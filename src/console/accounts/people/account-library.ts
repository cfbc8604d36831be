import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { kyselyAdapter } from '@better-auth/kysely-adapter';
import { passkey } from '@better-auth/passkey';
import { APIError, betterAuth, type BetterAuthOptions } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import * as z from 'zod';
import type { OpenDatabase } from '../../../database/schema/open-database.js';

/**
 * Configures the account library (better-auth) for the console. No other file uses the library. It checks
 * passwords, manages sessions and their cookies, and implements WebAuthn and OpenID Connect. Only one of the
 * library's own routes can be reached: the one to which providers send the browser back.
 */

/** An OpenID Connect provider. */
export interface OidcProvider {
  id: string;
  name: string;
  /** The URL that precedes `/.well-known/openid-configuration`. */
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export interface AccountLibraryOptions {
  database: OpenDatabase;
  /** The secret that signs cookies. */
  secret: string;
  /**
   * The address at which browsers reach the console, without a trailing slash: `https://console.example.mn`.
   */
  consoleUrl: string;
  provider: OidcProvider | null;
  /** Whether a new person with a verified address may sign up through the provider. */
  maySignUp: (email: string) => Promise<boolean>;
  /** Whether an operator has closed the account. */
  isClosed: (accountId: string) => Promise<boolean>;
  /** Removes an unverified account with this address in favor of the address's owner. */
  giveWay: (email: string) => Promise<void>;
  log: (problem: string) => void;
}

/** Set while a provider is identifying a person. */
export const atProvider = new AsyncLocalStorage<true>();

/** The header that contains the client's address. Only the server sets this header. */
export const ADDRESS_HEADER = 'x-console-client-address';

/** The path that precedes `callback/PROVIDER`. */
export const OIDC_PATH = '/api/oidc';

const DAY_S = 86_400;
const SESSION_S = 14 * DAY_S;
/** The precision with which a session's last use is recorded. */
const SESSION_SEEN_S = 3_600;

export type AccountLibrary = ReturnType<typeof createAccountLibrary>;

export function createAccountLibrary(options: AccountLibraryOptions) {
  const { database, secret, consoleUrl, provider, log } = options;
  const isSecure = consoleUrl.startsWith('https://');
  return betterAuth({
    appName: 'gazarch',
    secret,
    baseURL: consoleUrl,
    basePath: OIDC_PATH,
    trustedOrigins: [consoleUrl],
    database: (own: BetterAuthOptions) => hashingTokens(adapterOf(database)(own)),
    ...TABLES,
    session: {
      ...TABLES.session,
      expiresIn: SESSION_S,
      updateAge: SESSION_SEEN_S,
      // A session of any age may add a passkey.
      freshAge: 0,
    },
    emailAndPassword: { enabled: true, disableSignUp: true, requireEmailVerification: true },
    account: {
      ...TABLES.account,
      updateAccountOnSignIn: false,
      // A provider's verified address is linked to the account with the same verified address.
      accountLinking: { enabled: true, trustedProviders: [] },
    },
    databaseHooks: {
      user: { create: { before: (user) => checkNewcomer(user, options) } },
      session: { create: { before: (session) => refuseClosed(session.userId, options) } },
      // The console sends the provider no further requests, so it does not store the tokens.
      account: { create: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) } },
    },
    advanced: {
      // With this prefix, browsers refuse a cookie from another host or without TLS.
      cookiePrefix: isSecure ? '__Host-gazarch' : 'gazarch',
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    // The console has its own limits per account and address: see `attempt-limits.ts`.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    onAPIError: { errorURL: `${consoleUrl}/sign-in` },
    logger: {
      // The library's warnings report wrong passwords and the like, so anyone could flood the log with them.
      level: 'error',
      disableColors: true,
      log: (_, message) => log(message),
    },
    plugins: [
      passkey({
        rpID: new URL(consoleUrl).hostname,
        rpName: 'gazarch',
        origin: consoleUrl,
        authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
        advanced: { webAuthnChallengeCookie: 'passkey' },
        schema: PASSKEY_TABLE,
      }),
      twoFactor({
        ...{ issuer: 'gazarch', allowPasswordless: true, schema: SECOND_FACTOR_TABLE },
        // The library's lockout would also lock out an owner with recovery codes. See `attempt-limits.ts`.
        accountLockout: { enabled: false },
      }),
      beginSession(),
      ...(provider === null ? [] : [genericOAuth({ config: [oidcConfig(provider)] })]),
    ],
  });
}

/**
 * The adapter runs without transactions, because a hook queries the same database and would wait for its
 * caller's connection.
 */
const adapterOf = ({ db, dialect }: OpenDatabase) => kyselyAdapter(db, { type: dialect, transaction: false });

type Adapter = ReturnType<ReturnType<typeof kyselyAdapter>>;
interface Asked {
  model: string;
  where?: { field: string; value: unknown }[];
  data?: object;
}

/**
 * Stores only the hash of a session token, so that a copy of the table cannot be used to sign in. The library
 * creates the token and reads it from the cookie, so it knows the token itself.
 */
function hashingTokens(adapter: Adapter): Adapter {
  const inside = <T extends Asked>(asked: T): T =>
    asked.model !== 'session' || asked.where === undefined
      ? asked
      : { ...asked, where: asked.where.map((one) => (one.field === 'token' ? withHash(one) : one)) };
  /** Replaces the hash with the token that was requested. */
  const outside = <R>(asked: Asked, found: R): R => {
    const token = asked.where?.find(({ field }) => field === 'token')?.value;
    return asked.model === 'session' &&
      typeof token === 'string' &&
      typeof found === 'object' &&
      found !== null
      ? { ...found, token }
      : found;
  };
  return {
    ...adapter,
    create: async (asked) => {
      const { token } = asked.data as { token?: string };
      if (asked.model !== 'session' || token === undefined) return adapter.create(asked);
      const made = await adapter.create({
        ...asked,
        data: { ...asked.data, token: hashOfToken(token) },
      });
      return { ...(made as object), token } as never;
    },
    findOne: async (asked) => {
      const found: unknown = outside(asked as Asked, await adapter.findOne(inside(asked as never)));
      return (isUnverified(asked, found) ? null : found) as never;
    },
    findMany: (asked) => adapter.findMany(inside(asked as never)),
    count: (asked) => adapter.count(inside(asked as never)),
    update: async (asked) => outside(asked as Asked, await adapter.update(inside(asked as never))),
    updateMany: (asked) => adapter.updateMany(inside(asked as never)),
    delete: (asked) => adapter.delete(inside(asked as never)),
    deleteMany: (asked) => adapter.deleteMany(inside(asked as never)),
  };
}

/**
 * Whether the account was never verified. If a stranger signed up with someone else's address, the owner can
 * still sign in through a provider.
 */
function isUnverified({ model, where }: Asked, found: unknown): boolean {
  const isByEmail = model === 'user' && where?.some(({ field }) => field === 'email') === true;
  return (
    isByEmail &&
    atProvider.getStore() === true &&
    (found as { emailVerified?: boolean })?.emailVerified === false
  );
}

function withHash<T extends { value: unknown }>(one: T): T {
  const { value } = one;
  if (Array.isArray(value)) return { ...one, value: value.map((token) => hashOfToken(String(token))) };
  return { ...one, value: hashOfToken(String(value)) };
}

function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function oidcConfig({ id, name, issuer, clientId, clientSecret }: OidcProvider) {
  return {
    providerId: id,
    name,
    clientId,
    clientSecret,
    discoveryUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    requireIdTokenVerification: true,
    requireEmailVerification: true,
  };
}

/**
 * Signs in a person who was identified in another way, such as by a link from an email. Requests from outside
 * cannot reach this endpoint.
 */
function beginSession() {
  return {
    id: 'begin-session',
    endpoints: {
      beginSession: createAuthEndpoint(
        { method: 'POST', body: z.object({ accountId: z.string() }) },
        async (ctx) => {
          const { internalAdapter } = ctx.context;
          const user = await internalAdapter.findUserById(ctx.body.accountId);
          const session = user === null ? null : await internalAdapter.createSession(user.id);
          if (user === null || session === null) throw new APIError('UNAUTHORIZED');
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ id: session.id });
        },
      ),
    },
  };
}

async function checkNewcomer(
  user: { email: string; emailVerified: boolean },
  { maySignUp, giveWay }: AccountLibraryOptions,
): Promise<void> {
  if (!user.emailVerified) throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED' });
  if (!(await maySignUp(user.email))) throw new APIError('FORBIDDEN', { code: 'SIGN_UP_CLOSED' });
  await giveWay(user.email);
}

async function refuseClosed(accountId: string, { isClosed }: AccountLibraryOptions): Promise<void> {
  if (await isClosed(accountId)) throw new APIError('FORBIDDEN', { code: 'ACCOUNT_CLOSED' });
}

const NO_TOKENS = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
};

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' };

/** The console's names for the library's tables: see `console-schema.ts`. */
const TABLES = {
  user: { modelName: 'accounts', fields: { emailVerified: 'email_verified', ...TIMES } },
  session: {
    modelName: 'account_sessions',
    fields: {
      userId: 'account_id',
      expiresAt: 'expires_at',
      ipAddress: 'address',
      userAgent: 'device',
      ...TIMES,
    },
  },
  account: {
    modelName: 'account_identities',
    fields: {
      accountId: 'subject',
      providerId: 'provider',
      userId: 'account_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      ...TIMES,
    },
  },
  verification: {
    modelName: 'account_challenges',
    fields: { expiresAt: 'expires_at', ...TIMES },
  },
};

/** The names in `security-schema.ts`. */
const SECOND_FACTOR_TABLE = {
  user: { fields: { twoFactorEnabled: 'has_second_factor' } },
  twoFactor: {
    modelName: 'account_second_factors',
    fields: {
      userId: 'account_id',
      backupCodes: 'backup_codes',
      failedVerificationCount: 'failed_count',
      lockedUntil: 'locked_until',
    },
  },
};

const PASSKEY_TABLE = {
  passkey: {
    modelName: 'account_passkeys',
    fields: {
      publicKey: 'public_key',
      userId: 'account_id',
      credentialID: 'credential_id',
      deviceType: 'device_type',
      backedUp: 'backed_up',
      createdAt: 'created_at',
    },
  },
};
