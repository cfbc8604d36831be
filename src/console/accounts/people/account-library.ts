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
 * The library that keeps accounts (better-auth), set up for the console. No other file knows it. It checks
 * passwords, keeps sessions and their cookies, and speaks WebAuthn and OpenID Connect. Its own routes are not
 * reachable but one: where a provider sends the browser back to.
 */

/** A provider of OpenID Connect. */
export interface OidcProvider {
  id: string;
  name: string;
  /** Below it is `/.well-known/openid-configuration`. */
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export interface AccountLibraryOptions {
  database: OpenDatabase;
  /** Signs cookies. */
  secret: string;
  /** Where browsers reach the console: `https://console.example.mn`, without a slash at the end. */
  consoleUrl: string;
  provider: OidcProvider | null;
  /** Whether somebody new may come in through the provider. The address is verified. */
  maySignUp: (email: string) => Promise<boolean>;
  /** Whether the account was closed by an operator. */
  isClosed: (accountId: string) => Promise<boolean>;
  /** An account with this address that was never verified gives way to its owner. */
  giveWay: (email: string) => Promise<void>;
  log: (problem: string) => void;
}

/** Set while a provider says who somebody is. */
export const atProvider = new AsyncLocalStorage<true>();

/** Header with the address of the client, which nobody but the server sets. */
export const ADDRESS_HEADER = 'x-console-client-address';

/** Below it is `callback/PROVIDER`. */
export const OIDC_PATH = '/api/oidc';

const DAY_S = 86_400;
const SESSION_S = 14 * DAY_S;
/** How exactly is known when a session was last used. */
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
      // Every session may add a passkey.
      freshAge: 0,
    },
    emailAndPassword: { enabled: true, disableSignUp: true, requireEmailVerification: true },
    account: {
      ...TABLES.account,
      updateAccountOnSignIn: false,
      // A verified address of the provider joins the account with the same verified address.
      accountLinking: { enabled: true, trustedProviders: [] },
    },
    databaseHooks: {
      user: { create: { before: (user) => checkNewcomer(user, options) } },
      session: { create: { before: (session) => refuseClosed(session.userId, options) } },
      // Nothing is asked of the provider later, so its tokens are not kept.
      account: { create: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) } },
    },
    advanced: {
      // The prefix makes browsers refuse such a cookie from another host, and one without TLS.
      cookiePrefix: isSecure ? '__Host-gazarch' : 'gazarch',
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    // The console limits by account and address itself, see `attempt-limits.ts`.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    onAPIError: { errorURL: `${consoleUrl}/sign-in` },
    logger: {
      // Its warnings are wrong passwords and the like: everybody could fill the log with them.
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
        // It would shut out the owner and his recovery codes, too. See `attempt-limits.ts`.
        accountLockout: { enabled: false },
      }),
      beginSession(),
      ...(provider === null ? [] : [genericOAuth({ config: [oidcConfig(provider)] })]),
    ],
  });
}

/** No transactions: a hook asks the same database, which would wait for the connection it came from. */
const adapterOf = ({ db, dialect }: OpenDatabase) => kyselyAdapter(db, { type: dialect, transaction: false });

type Adapter = ReturnType<ReturnType<typeof kyselyAdapter>>;
interface Asked {
  model: string;
  where?: { field: string; value: unknown }[];
  data?: object;
}

/**
 * Only the hash of a token of a session reaches the table: whoever reads a copy of it is nobody. The library
 * itself knows the token, as it makes it and reads it from the cookie.
 */
function hashingTokens(adapter: Adapter): Adapter {
  const inside = <T extends Asked>(asked: T): T =>
    asked.model !== 'session' || asked.where === undefined
      ? asked
      : { ...asked, where: asked.where.map((one) => (one.field === 'token' ? withHash(one) : one)) };
  /** With the token that was asked for, instead of its hash. */
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

/** Whoever made an account with somebody's address does not keep its owner, whom a provider knows, out. */
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

/** Signs in who has shown otherwise who he is: by a link from a mail. No request from outside reaches it. */
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

/** Our names for what the library keeps, see `console-schema.ts`. */
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

/** As `security-schema.ts` has it. */
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
