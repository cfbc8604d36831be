import { passkey } from '@better-auth/passkey';
import { APIError, betterAuth } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import * as z from 'zod';
import type { OpenDatabase } from '../../database/schema/open-database.js';

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
  log: (problem: string) => void;
}

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
    // No transactions: a hook asks the same database, which would wait for the connection it came from.
    database: { db: database.db, type: database.dialect, transaction: false },
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
      beginSession(),
      ...(provider === null ? [] : [genericOAuth({ config: [oidcConfig(provider)] })]),
    ],
  });
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
  { maySignUp }: AccountLibraryOptions,
): Promise<void> {
  if (!user.emailVerified) throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED' });
  if (!(await maySignUp(user.email))) throw new APIError('FORBIDDEN', { code: 'SIGN_UP_CLOSED' });
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
