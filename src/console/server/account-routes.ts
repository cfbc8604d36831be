import { Type } from '@sinclair/typebox';
import { checkedPassword, checkedPersonName } from '../accounts/checked-fields.js';
import { ConsoleError, wrongField } from '../accounts/console-error.js';
import type { Person } from '../accounts/access.js';
import type { ConsoleParts } from './console-parts.js';
import type { Routes } from './routes.js';
import { CREDENTIAL, EMAIL, LANGUAGE, NAME, PASSWORD, strict } from './schemas.js';

/** What somebody does to his own account: name, password, passkeys, sessions, and its end. */
export function addAccountRoutes(routes: Routes, parts: ConsoleParts): void {
  const { accounts, sessions, audit, attempts, signIn } = parts;
  const allowed = 'account';

  routes.add(
    'PATCH /api/account',
    { allowed, body: strict({ name: Type.Optional(NAME), language: Type.Optional(LANGUAGE) }) },
    async ({ person, body }) => {
      const name = body.name === undefined ? {} : { name: checkedPersonName(body.name) };
      const language = body.language === undefined ? {} : { language: body.language };
      await accounts.change(person.id, { ...name, ...language });
      if (body.name !== undefined) await note(person, 'account.changed', person);
      return accounts.describe(person.id);
    },
  );

  routes.add(
    'POST /api/account/password',
    { allowed, body: strict({ current: Type.Optional(PASSWORD), password: PASSWORD }) },
    async ({ person, body }) => {
      await checkCurrent(person, body.current, 'current');
      const hash = await sessions.hashPassword(checkedPassword(body.password, person));
      await accounts.setPassword(person.id, hash);
      await accounts.endSessions(person.id, person.sessionId);
      await note(person, 'password.changed', person);
      signIn.tellPasswordChanged(person);
      return null;
    },
  );

  routes.add(
    'DELETE /api/account',
    { allowed, body: strict({ email: EMAIL, password: Type.Optional(PASSWORD) }) },
    async (call) => {
      const { person, body } = call;
      if (body.email.trim().toLowerCase() !== person.email)
        throw wrongField('email', 'not_allowed', 'Type the email address of your account.');
      await checkCurrent(person, body.password, 'password');
      await accounts.remove(person);
      await audit.note({ action: 'account.deleted', accountId: person.id, target: { id: person.id } });
      call.setCookies(await sessions.signOut(call.caller));
      return null;
    },
  );

  routes.add('GET /api/account/sessions', { allowed }, ({ person }) => sessions.list(person));

  routes.add('DELETE /api/account/sessions/:session', { allowed }, async ({ person, params }) => {
    await sessions.end(person, params.session);
    await note(person, 'session.ended', { id: params.session, name: null });
    return null;
  });

  routes.add('DELETE /api/account/sessions', { allowed }, async ({ person }) => {
    await accounts.endSessions(person.id, person.sessionId);
    await note(person, 'session.ended', { id: 'all others', name: null });
    return null;
  });

  routes.add('GET /api/account/identities', { allowed }, ({ person }) => accounts.identitiesOf(person.id));

  routes.add('GET /api/passkeys', { allowed }, ({ person }) => sessions.passkeys(person.id));

  routes.add('POST /api/passkeys/options', { allowed }, async (call) =>
    call.take(await sessions.passkeyOptions(call.caller, call.person)),
  );

  routes.add(
    'POST /api/passkeys',
    { allowed, body: strict({ name: NAME, credential: CREDENTIAL }) },
    async (call) => {
      const { person, body, caller } = call;
      const name = checkedPersonName(body.name);
      const added = call.take(
        await sessions.addPasskey(caller, { person, name, credential: body.credential }),
      );
      await note(person, 'passkey.added', added);
      return added;
    },
  );

  routes.add(
    'PATCH /api/passkeys/:passkey',
    { allowed, body: strict({ name: NAME }) },
    ({ person, params, body }) =>
      sessions.renamePasskey(person, params.passkey, checkedPersonName(body.name)),
  );

  routes.add('DELETE /api/passkeys/:passkey', { allowed }, async ({ person, params }) => {
    await sessions.removePasskey(person, params.passkey);
    await note(person, 'passkey.removed', { id: params.passkey, name: null });
    return null;
  });

  /** Whoever finds a browser signed in does not know the password. */
  async function checkCurrent(person: Person, password: string | undefined, field: string): Promise<void> {
    const hash = await accounts.passwordOf(person.id);
    if (hash === null) return;
    if (password === undefined) throw wrongField(field, 'missing', 'The current password is needed.');
    const wasRight = attempts.signIn({
      address: person.address,
      email: person.email,
      device: person.sessionId,
    });
    if (!(await sessions.isPassword(hash, password)))
      throw new ConsoleError('wrong_credentials', 'This is not your current password.', { field });
    wasRight();
  }

  function note(
    person: Person,
    action: Parameters<typeof audit.note>[0]['action'],
    { id, name }: { id: string; name: string | null },
  ): Promise<void> {
    return audit.note({ action, accountId: person.id, target: { id, name }, address: person.address });
  }
}
