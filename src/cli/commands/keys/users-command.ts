import { Command } from 'commander';
import type { Role } from '../../../console/api/project-data.js';
import type { OperatorAccount } from '../../../console/api/operator-contract.js';
import type { OpenServices } from '../../../console/open-services.js';
import { InputError } from '../../../errors.js';
import { formatTable, print, sayErrorsInOneLine } from '../../terminal/output.js';
import { addSettingFlags } from '../../settings/settings.js';
import { COMMAND_SETTINGS, withConsole, type ConsoleFlags } from './with-console.js';

interface InviteFlags extends ConsoleFlags {
  language: string;
  organisation?: string;
  role: string;
}

/** `gazarch users …` offers the same actions on accounts as the console offers operators. */
export function usersCommand(): Command {
  const command = new Command('users').description('list, invite, close and delete console accounts');
  command
    .command('list')
    .argument('[text]', 'part of a name or an address')
    .description('list accounts')
    .action(list);
  command
    .command('invite')
    .description('invite a person; prints the link if no email is sent')
    .argument('<email>')
    .option('--organisation <id>', 'the organisation to join (default: the person creates one)')
    .option('--role <role>', 'owner, member or viewer', 'member')
    .option('--language <language>', 'language of the email: mn or en', 'mn')
    .action(invite);
  command
    .command('setup-link')
    .description('print another one-time link for the first administrator')
    .action(setupLink);
  command
    .command('operator')
    .description("make an account an operator, who sees all projects and the operators' pages")
    .argument('<email>')
    .option('--remove', 'remove these rights')
    .action((email: string, flags: ConsoleFlags & { remove?: boolean }) =>
      change(email, flags, { is_operator: flags.remove !== true }),
    );
  command
    .command('close')
    .description('end the sessions of an account and refuse its sign-in; its keys keep working')
    .argument('<email>')
    .action((email: string, flags: ConsoleFlags) => change(email, flags, { closed: true }));
  command
    .command('open')
    .description('let a closed account sign in again')
    .argument('<email>')
    .action((email: string, flags: ConsoleFlags) => change(email, flags, { closed: false }));
  command
    .command('reset-link')
    .description('print a link with which the owner can choose a new password within an hour')
    .argument('<email>')
    .action(resetLink);
  command
    .command('second-factor')
    .description('remove the one-time codes of an account whose owner has lost them')
    .argument('<email>')
    .requiredOption('--remove', 'confirm the removal; signing in then requires no code')
    .action(removeSecondFactor);
  command
    .command('delete')
    .description("delete an account and the person's data; keys stay with their projects")
    .argument('<email>')
    .action(remove);
  command
    .command('sign-up')
    .description('open sign-up to everybody, or close it')
    .argument('<state>', 'open or closed')
    .action(signUp);
  for (const each of command.commands) addSettingFlags(each, COMMAND_SETTINGS).option('--json', 'print JSON');
  return sayErrorsInOneLine(command);
}

async function list(text: string | undefined, flags: ConsoleFlags): Promise<void> {
  const accounts = await withConsole(flags, ({ operators }) => operators.accounts(text));
  if (flags.json === true) print(JSON.stringify(accounts));
  else if (accounts.length === 0)
    print('No accounts were found. `gazarch users setup-link` prints a link to create the first account.');
  else print(formatTable(['EMAIL', 'NAME', 'STATUS', 'ORGANISATIONS', 'CREATED'], accounts.map(rowOf)));
}

async function invite(email: string, flags: InviteFlags): Promise<void> {
  const { language, organisation, role } = flags;
  if (language !== 'mn' && language !== 'en') throw new InputError('--language is mn or en');
  if (!['owner', 'member', 'viewer'].includes(role))
    throw new InputError('--role must be owner, member or viewer');
  const made = await withConsole(flags, ({ invitations, shell }) =>
    invitations.create(shell, {
      ...{ organisationId: organisation ?? null, email, language },
      role: organisation === undefined ? null : (role as Role),
    }),
  );
  if (flags.json === true) print(JSON.stringify(made));
  else if (made.was_mailed) print(`An invitation was emailed to ${made.email}.`);
  else
    print(
      `No mail was sent. Pass this link on to ${made.email}; ` +
        `it works once, until ${made.expires_at}:\n\n${made.link}`,
    );
}

async function setupLink(flags: ConsoleFlags): Promise<void> {
  const link = await withConsole(flags, (commands) => commands.setupLink.make());
  if (link === null)
    throw new InputError('there is already an administrator; `gazarch users invite` invites more people');
  print(flags.json === true ? JSON.stringify({ link: link.url, expires_at: link.expiresAt }) : link.url);
}

async function change(
  email: string,
  flags: ConsoleFlags,
  wanted: { is_operator?: boolean; closed?: boolean },
): Promise<void> {
  const account = await withConsole(flags, async (commands) =>
    commands.operators.changeAccount(commands.shell, await idOf(commands, email), wanted),
  );
  printAccount(account, flags);
}

async function resetLink(email: string, flags: ConsoleFlags): Promise<void> {
  const made = await withConsole(flags, async (commands) =>
    commands.operators.resetLink(commands.shell, await idOf(commands, email)),
  );
  print(flags.json === true ? JSON.stringify(made) : made.link);
}

async function removeSecondFactor(email: string, flags: ConsoleFlags): Promise<void> {
  const account = await withConsole(flags, async (commands) =>
    commands.operators.removeSecondFactor(commands.shell, await idOf(commands, email)),
  );
  printAccount(account, flags);
}

async function remove(email: string, flags: ConsoleFlags): Promise<void> {
  await withConsole(flags, async (commands) =>
    commands.operators.remove(commands.shell, await idOf(commands, email)),
  );
  print(flags.json === true ? JSON.stringify({ deleted: email }) : `The account of ${email} was deleted.`);
}

async function signUp(state: string, flags: ConsoleFlags): Promise<void> {
  if (state !== 'open' && state !== 'closed') throw new InputError('sign-up must be open or closed');
  const answer = await withConsole(flags, ({ operators, shell }) =>
    operators.openSignUp(shell, state === 'open'),
  );
  if (flags.json === true) print(JSON.stringify(answer));
  else print(answer.open ? 'Anyone may sign up.' : 'Sign-up is by invitation.');
}

async function idOf({ accounts }: OpenServices, email: string): Promise<string> {
  const account = await accounts.findByEmail(email.trim().toLowerCase());
  if (account !== null) return account.id;
  throw new InputError(`there is no account ${JSON.stringify(email)}; \`gazarch users list\` shows them`);
}

function printAccount(account: OperatorAccount, flags: ConsoleFlags): void {
  const header = ['EMAIL', 'NAME', 'STATUS', 'ORGANISATIONS', 'CREATED'];
  print(flags.json === true ? JSON.stringify(account) : formatTable(header, [rowOf(account)]));
}

function rowOf(account: OperatorAccount): string[] {
  const status =
    account.closed_at !== null
      ? 'closed'
      : account.is_operator
        ? 'operator'
        : account.email_verified
          ? 'active'
          : 'unverified';
  const organisations = account.organisations.map(({ name, role }) => `${name} (${role})`).join(', ');
  return [account.email, account.name, status, organisations, account.created_at.slice(0, 10)];
}
