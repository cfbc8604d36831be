import { Type } from '@sinclair/typebox';
import { checkedPassword, checkedPersonName } from '../accounts/guards/checked-fields.js';
import { ConsoleError, wrongField } from '../accounts/guards/console-error.js';
import type { Person } from '../accounts/guards/access.js';
import type { Routes } from './routes.js';
import { CODE, CREDENTIAL, EMAIL, LANGUAGE, NAME, PASSWORD, strict } from './schemas.js';
import type { ServerParts } from './server-parts.js';

/**
 * Routes for a person's own account: changes to the name, password and sessions, and the account's removal.
 */
export function addAccountRoutes(routes: Routes, parts: ServerParts): void {
  const { accounts, sessions, audit, registration } = parts;

  routes.add('account', {
    'PATCH /api/account': {
      body: strict({ name: Type.Optional(NAME), language: Type.Optional(LANGUAGE) }),
      answer: async ({ person, body }) => {
        const name = body.name === undefined ? {} : { name: checkedPersonName(body.name) };
        const language = body.language === undefined ? {} : { language: body.language };
        await accounts.change(person.id, { ...name, ...language });
        if (body.name !== undefined) await audit.by(person, 'account.changed', { target: named(person) });
        return accounts.describe(person.id);
      },
    },
    'POST /api/account/password': {
      body: strict({ current: Type.Optional(PASSWORD), password: PASSWORD }),
      answer: async ({ person, body }) => {
        await checkCurrent(parts, person, { current: body.current });
        const hash = await sessions.hashPassword(checkedPassword(body.password, person));
        await accounts.setPassword(person.id, hash);
        await accounts.endSessions(person.id, person.sessionId);
        await audit.by(person, 'password.changed', { target: named(person) });
        registration.tellPasswordChanged(person);
      },
    },
    'DELETE /api/account': {
      body: strict({ email: EMAIL, password: Type.Optional(PASSWORD) }),
      answer: async ({ person, body, caller, setCookies }) => {
        if (body.email.trim().toLowerCase() !== person.email)
          throw wrongField('email', 'not_allowed', 'Enter the email address of your account.');
        await checkCurrent(parts, person, { password: body.password });
        await accounts.remove(person);
        const { id } = person;
        await audit.note({ action: 'account.deleted', accountId: id, target: { id } });
        setCookies(await sessions.signOut(caller));
      },
    },

    'GET /api/account/sessions': ({ person }) => sessions.list(person),
    'DELETE /api/account/sessions/:session': async ({ person, params }) => {
      await sessions.end(person, params.session);
      await audit.by(person, 'session.ended', { target: { id: params.session } });
    },
    'DELETE /api/account/sessions': async ({ person }) => {
      await accounts.endSessions(person.id, person.sessionId);
      await audit.by(person, 'session.ended', { target: { id: 'all others' } });
    },
    'GET /api/account/identities': ({ person }) => accounts.identitiesOf(person.id),
  });
}

/** Proofs of identity: entering the password again, and one-time codes. */
export function addProofRoutes(routes: Routes, parts: ServerParts): void {
  const { accounts, sessions, attempts, audit, notices } = parts;

  routes.add('account', {
    'POST /api/account/proof': {
      body: strict({ password: PASSWORD }),
      answer: async ({ person, body }) => {
        if ((await accounts.passwordOf(person.id)) === null)
          throw wrongField('password', 'not_allowed', 'This account has no password; sign in again.');
        await checkCurrent(parts, person, { password: body.password });
        await sessions.noteProof(person);
      },
    },
    'POST /api/account/second-factor': {
      body: strict({ password: Type.Optional(PASSWORD) }),
      answer: async ({ person, body, caller }) => {
        await checkCurrent(parts, person, { password: body.password });
        return sessions.beginSecondFactor(caller, body.password);
      },
    },
    'POST /api/account/second-factor/confirm': {
      body: strict({ code: CODE }),
      answer: async ({ person, body, caller, take }) => {
        await attempts.link(caller.address);
        take(await sessions.confirmSecondFactor(caller, body.code.trim()));
        await attempts.useCode(person.id, body.code.trim());
        await audit.by(person, 'second_factor.added', { target: named(person) });
        notices.tell(person.id, 'secondFactorOn', '');
        return accounts.describe(person.id);
      },
    },
    'DELETE /api/account/second-factor': async ({ person }) => {
      await accounts.removeSecondFactor(person.id);
      await audit.by(person, 'second_factor.removed', { target: named(person) });
      notices.tell(person.id, 'secondFactorOff', '');
      return accounts.describe(person.id);
    },
  });
}

/** The signed-in person's passkeys. */
export function addPasskeyRoutes(routes: Routes, parts: ServerParts): void {
  const { sessions, audit } = parts;
  routes.add('account', {
    'GET /api/passkeys': ({ person }) => sessions.passkeys(person.id),
    'POST /api/passkeys/options': async ({ person, caller, take }) =>
      take(await sessions.passkeyOptions(caller, person)),
    'POST /api/passkeys': {
      body: strict({ name: NAME, credential: CREDENTIAL }),
      answer: async ({ person, body, caller, take }) => {
        const wanted = { person, name: checkedPersonName(body.name), credential: body.credential };
        const added = take(await sessions.addPasskey(caller, wanted));
        await audit.by(person, 'passkey.added', { target: { id: added.id, name: added.name } });
        parts.notices.tell(person.id, 'passkey', added.name);
        return added;
      },
    },
    'PATCH /api/passkeys/:passkey': {
      body: strict({ name: NAME }),
      answer: ({ person, params, body }) =>
        sessions.renamePasskey(person, params.passkey, checkedPersonName(body.name)),
    },
    'DELETE /api/passkeys/:passkey': async ({ person, params }) => {
      const { id, name } = await sessions.removePasskey(person, params.passkey);
      await audit.by(person, 'passkey.removed', { target: { id, name } });
      parts.notices.tell(person.id, 'passkeyGone', name);
    },
  });
}

function named({ id, name }: Person): { id: string; name: string } {
  return { id, name };
}

/**
 * Checks the current password, which someone who finds a signed-in browser would not know.
 * @param given an object with the password, keyed by the name of its field
 */
export async function checkCurrent(
  { accounts, attempts, sessions }: ServerParts,
  person: Person,
  given: Record<string, string | undefined>,
): Promise<void> {
  const hash = await accounts.passwordOf(person.id);
  if (hash === null) return;
  const [field, password] = Object.entries(given)[0];
  if (password === undefined) throw wrongField(field, 'missing', 'The current password is required.');
  const { address, email, sessionId: device } = person;
  const wasRight = await attempts.signIn({ address, email, device });
  if (!(await sessions.isPassword(hash, password)))
    throw new ConsoleError('wrong_credentials', 'This is not your current password.', { field });
  await wasRight();
}
