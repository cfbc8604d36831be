import { Type } from '@sinclair/typebox';
import { checkedEmail } from '../accounts/guards/checked-fields.js';
import type { Arrivals } from './arrivals.js';
import type { Routes } from './routes.js';
import { CODE, CREDENTIAL, EMAIL, LANGUAGE, NAME, PASSWORD, strict, TOKEN } from './schemas.js';
import type { ServerParts } from './server-parts.js';

/** Routes for the session, and for signing in and out. */
export function addSessionRoutes(routes: Routes, parts: ServerParts, arrivals: Arrivals): void {
  const { sessions, attempts, audit } = parts;

  routes.add('everybody', {
    'GET /api/session': ({ person }) => arrivals.session(person?.id ?? null),
    'POST /api/sign-in': {
      body: strict({ email: EMAIL, password: PASSWORD }),
      answer: (call) => arrivals.withPassword(call, call.body),
    },
    'POST /api/sign-in/code': {
      body: strict({ code: CODE }),
      answer: async (call) => {
        await attempts.link(call.caller.address);
        return arrivals.withCode(call, call.body.code);
      },
    },
    'POST /api/sign-out': async ({ person, caller, setCookies }) => {
      setCookies(await sessions.signOut(caller));
      if (person === null) return;
      await audit.by(person, 'sign_out.done', { target: { id: person.id, name: person.name } });
    },
    'POST /api/passkeys/sign-in/options': async ({ caller, take }) => {
      await attempts.link(caller.address);
      return take(await sessions.passkeySignInOptions(caller));
    },
    'POST /api/passkeys/sign-in': {
      body: strict({ credential: CREDENTIAL }),
      answer: async (call) => {
        await attempts.link(call.caller.address);
        return arrivals.withPasskey(call, call.body.credential);
      },
    },
  });
}

/** Lets people sign up, or sign in again if they have forgotten their password. */
export function addSignUpRoutes(routes: Routes, parts: ServerParts, arrivals: Arrivals): void {
  const { registration, attempts, cookies, mailLimits } = parts;

  routes.add('everybody', {
    'POST /api/setup': {
      body: strict({
        ...{ token: TOKEN, name: NAME, email: EMAIL, password: PASSWORD, organisation: NAME },
        language: LANGUAGE,
      }),
      answer: async (call) => {
        const { address } = call.caller;
        await attempts.link(address);
        return arrivals.withLink(call, await registration.setUp(call.body, { address, browser: null }));
      },
    },
    'POST /api/sign-up': {
      body: strict({
        ...{ name: NAME, email: EMAIL, password: PASSWORD, language: LANGUAGE },
        invitation: Type.Optional(TOKEN),
      }),
      answer: async (call) => {
        const { address } = call.caller;
        await attempts.signUp(address);
        if (call.body.invitation === undefined) {
          const to = checkedEmail(call.body.email);
          await mailLimits.ask({ kind: 'verify', to, person: null, address });
        }
        const { accountId, browser } = await registration.signUp(call.body, { address, browser: null });
        if (accountId !== null)
          return { next: 'signed_in', session: await arrivals.withLink(call, accountId) };
        arrivals.setSignUpCookie(call, browser);
        return { next: 'verify', session: null };
      },
    },
    'POST /api/verify': {
      body: strict({ token: TOKEN }),
      answer: async (call) => {
        const { address } = call.caller;
        await attempts.link(address);
        const browser = call.cookie(cookies.name('sign-up')) ?? null;
        return arrivals.withLink(call, await registration.verify(call.body.token, { address, browser }));
      },
    },
    'POST /api/verify/send': {
      body: strict({ email: EMAIL }),
      answer: async (call) => {
        const email = checkedEmail(call.body.email);
        await mailLimits.ask({ kind: 'verify', to: email, person: null, address: call.caller.address });
        arrivals.sendVerification(call, email);
      },
    },
    'POST /api/reset/send': {
      body: strict({ email: EMAIL, language: LANGUAGE }),
      answer: async (call) => {
        const { address } = call.caller;
        const email = checkedEmail(call.body.email);
        const isKnownBrowser = arrivals.isKnown(call, email);
        await mailLimits.ask({ kind: 'reset', to: email, person: null, address, isKnownBrowser });
        registration.sendReset(email, call.body.language);
      },
    },
    'POST /api/reset': {
      body: strict({ token: TOKEN, password: PASSWORD }),
      answer: async ({ caller: { address }, body }) => {
        await attempts.link(address);
        await registration.reset(body.token, body.password, { address, browser: null });
      },
    },
  });
}
