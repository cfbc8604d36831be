import { randomBytes } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import type { Session } from '../api/data.js';
import type { Person } from '../accounts/access.js';
import { checkedEmail } from '../accounts/checked-fields.js';
import { ConsoleError } from '../accounts/console-error.js';
import type { Caller } from '../accounts/sessions.js';
import type { ConsoleParts } from './console-parts.js';
import type { Routes } from './routes.js';
import { CREDENTIAL, EMAIL, LANGUAGE, NAME, PASSWORD, STRICT, TOKEN } from './schemas.js';

const YEAR_S = 31_536_000;
const DAY_S = 86_400;

/** Who is there, and how people come in. */
export function addSessionRoutes(routes: Routes, parts: ConsoleParts): void {
  const { sessions, signIn, attempts, devices, audit, cookies } = parts;

  routes.add('GET /api/session', { allowed: 'everybody' }, ({ person }) => sessionOf(person, parts));

  routes.add(
    'POST /api/setup',
    {
      allowed: 'everybody',
      body: Type.Object(
        {
          token: TOKEN,
          name: NAME,
          email: EMAIL,
          password: PASSWORD,
          organisation: NAME,
          language: LANGUAGE,
        },
        STRICT,
      ),
    },
    async (call) => {
      attempts.link(call.caller.address);
      const id = await signIn.setUp(call.body, { address: call.caller.address, browser: null });
      return begin(call, id);
    },
  );

  routes.add(
    'POST /api/sign-up',
    {
      allowed: 'everybody',
      body: Type.Object(
        {
          name: NAME,
          email: EMAIL,
          password: PASSWORD,
          language: LANGUAGE,
          invitation: Type.Optional(TOKEN),
        },
        STRICT,
      ),
    },
    async (call) => {
      attempts.signUp(call.caller.address);
      if (call.body.invitation === undefined)
        attempts.mail(call.caller.address, checkedEmail(call.body.email));
      const asker = { address: call.caller.address, browser: null };
      const { accountId, browser } = await signIn.signUp(call.body, asker);
      if (accountId !== null) return { next: 'signed_in', session: await begin(call, accountId) };
      call.setCookies([cookies.text('sign-up', browser, DAY_S)]);
      return { next: 'verify', session: null };
    },
  );

  routes.add(
    'POST /api/sign-in',
    { allowed: 'everybody', body: Type.Object({ email: EMAIL, password: PASSWORD }, STRICT) },
    async (call) => {
      const email = checkedEmail(call.body.email);
      const device = devices.read(call.cookie(cookies.name('device')), email);
      const attempt = { address: call.caller.address, email, device };
      const wasRight = limited(attempt);
      let id: string;
      try {
        id = call.take(await sessions.signIn(call.caller, email, call.body.password));
      } catch (error) {
        if (!(error instanceof ConsoleError)) throw error;
        // The password was right: these are told to its owner only.
        if (error.code === 'email_unverified') {
          wasRight();
          attempts.mail(call.caller.address, email);
          signIn.sendVerification(email, sendBrowser(call));
        } else if (error.code === 'wrong_credentials') noteFailed(email, call.caller.address);
        throw error;
      }
      wasRight();
      await leaveFormer(call.person, id);
      call.setCookies([cookies.text('device', devices.make(email), YEAR_S)]);
      await noteSignIn(id, call.caller, 'password');
      return sessionOf({ id }, parts);
    },
  );

  routes.add('POST /api/sign-out', { allowed: 'everybody' }, async (call) => {
    call.setCookies(await sessions.signOut(call.caller));
    const { person } = call;
    if (person !== null)
      await audit.note({
        action: 'sign_out.done',
        accountId: person.id,
        target: { id: person.id, name: person.name },
        address: person.address,
      });
    return null;
  });

  routes.add(
    'POST /api/verify',
    { allowed: 'everybody', body: Type.Object({ token: TOKEN }, STRICT) },
    async (call) => {
      attempts.link(call.caller.address);
      const browser = call.cookie(cookies.name('sign-up')) ?? null;
      const id = await signIn.verify(call.body.token, { address: call.caller.address, browser });
      return begin(call, id);
    },
  );

  routes.add(
    'POST /api/verify/send',
    { allowed: 'everybody', body: Type.Object({ email: EMAIL }, STRICT) },
    async (call) => {
      const email = checkedEmail(call.body.email);
      attempts.mail(call.caller.address, email);
      signIn.sendVerification(email, sendBrowser(call));
      return null;
    },
  );

  routes.add(
    'POST /api/reset/send',
    { allowed: 'everybody', body: Type.Object({ email: EMAIL, language: LANGUAGE }, STRICT) },
    async ({ caller, body }) => {
      const email = checkedEmail(body.email);
      attempts.mail(caller.address, email);
      signIn.sendReset(email, body.language);
      return null;
    },
  );

  routes.add(
    'POST /api/reset',
    { allowed: 'everybody', body: Type.Object({ token: TOKEN, password: PASSWORD }, STRICT) },
    async ({ caller, body }) => {
      attempts.link(caller.address);
      await signIn.reset(body.token, body.password, { address: caller.address, browser: null });
      return null;
    },
  );

  routes.add('POST /api/passkeys/sign-in/options', { allowed: 'everybody' }, async (call) => {
    attempts.link(call.caller.address);
    return call.take(await sessions.passkeySignInOptions(call.caller));
  });

  routes.add(
    'POST /api/passkeys/sign-in',
    {
      allowed: 'everybody',
      body: Type.Object({ credential: CREDENTIAL }, STRICT),
    },
    async (call) => {
      attempts.link(call.caller.address);
      const id = call.take(await sessions.signInWithPasskey(call.caller, call.body.credential));
      await leaveFormer(call.person, id);
      await noteSignIn(id, call.caller, 'passkey');
      return sessionOf({ id }, parts);
    },
  );

  /** A limited attempt is noted once in a while, not each time: the log must not be flooded. */
  function limited(attempt: Parameters<typeof attempts.signIn>[0]): () => void {
    try {
      return attempts.signIn(attempt);
    } catch (error) {
      parts.noteLimited(attempt.email, attempt.address);
      throw error;
    }
  }

  /** Behind the answer: so it takes as long for an address without an account. */
  function noteFailed(email: string, address: string): void {
    parts.later(async () => {
      const account = await parts.accounts.findByEmail(email);
      if (account === null) return;
      const target = { id: account.id, name: account.name };
      await audit.note({ action: 'sign_in.failed', accountId: account.id, target, address });
    });
  }

  async function noteSignIn(id: string, caller: Caller, by: string): Promise<void> {
    const target = { id, name: (await parts.accounts.find(id))?.name ?? null };
    const note = { action: 'sign_in.done', accountId: id, target, address: caller.address } as const;
    await audit.note({ ...note, details: { by } });
  }

  /** Whoever signs in leaves the session that the browser had before. */
  async function leaveFormer(former: Person | null, id: string): Promise<void> {
    if (former === null) return;
    await sessions.end(former, former.sessionId).catch(() => undefined);
    if (former.id !== id) parts.log.info({ account_id: id }, 'another account signed in in a browser');
  }

  async function begin(
    call: { person: Person | null; caller: Caller; setCookies(cookies: readonly string[]): void },
    id: string,
  ): Promise<Session> {
    await leaveFormer(call.person, id);
    call.setCookies(await sessions.begin(call.caller, id));
    const account = await parts.accounts.find(id);
    if (account !== null) call.setCookies([cookies.text('device', devices.make(account.email), YEAR_S)]);
    await noteSignIn(id, call.caller, 'link');
    return sessionOf({ id }, parts);
  }

  function sendBrowser(call: { setCookies(cookies: readonly string[]): void }): string {
    const browser = randomBytes(18).toString('base64url');
    call.setCookies([cookies.text('sign-up', browser, DAY_S)]);
    return browser;
  }
}

async function sessionOf(person: Pick<Person, 'id'> | null, parts: ConsoleParts): Promise<Session> {
  const { accounts, settings, mailer, provider, apiUrl, consoleUrl, version, limits } = parts;
  return {
    account: person === null ? null : await accounts.describe(person.id),
    needs_setup: !(await accounts.hasOperator()),
    sign_up: (await settings.isSignUpOpen()) ? 'open' : 'invitation',
    providers: provider === null ? [] : [{ id: provider.id, name: provider.name }],
    has_mail: mailer.hasServer,
    api_url: apiUrl,
    map_url: parts.tryPage.map_url,
    console_url: consoleUrl,
    version,
    limits,
  };
}
