import { checkedEmail } from '../accounts/guards/checked-fields.js';
import { wrongField } from '../accounts/guards/console-error.js';
import { Type } from '@sinclair/typebox';
import { checkCurrent } from './account-routes.js';
import type { Arrivals } from './arrivals.js';
import { checkProof, type Routes } from './routes.js';
import { EMAIL, PASSWORD, strict, TOKEN } from './schemas.js';
import type { ServerParts } from './server-parts.js';

/** Adds the routes for changing the email address of the caller's own account. */
export function addEmailRoutes(routes: Routes, parts: ServerParts, arrivals: Arrivals): void {
  const { accounts, attempts, emailChange, mailLimits } = parts;

  routes.add('account', {
    'POST /api/account/email': {
      body: strict({ email: EMAIL, password: Type.Optional(PASSWORD) }),
      answer: async ({ person, body, caller: { address } }) => {
        const email = checkedEmail(body.email);
        if (email === person.email)
          throw wrongField('email', 'not_allowed', 'This is already the address of your account.');
        if ((await accounts.passwordOf(person.id)) === null) checkProof(person);
        await checkCurrent(parts, person, { password: body.password });
        await mailLimits.ask({ kind: 'email', to: email, person: person.id, address });
        emailChange.ask(person, email);
      },
    },
    'POST /api/account/email/confirm': {
      body: strict({ token: TOKEN }),
      answer: async (call) => {
        await attempts.link(call.caller.address);
        arrivals.knowBrowser(call, await emailChange.confirm(call.person, call.body.token));
        return accounts.describe(call.person.id);
      },
    },
  });
}
