import { Command } from 'commander';
import { counted } from '../../../counted.js';
import type { Project } from '../../../console/api/project-data.js';
import { InputError } from '../../../errors.js';
import { formatTable, print, sayErrorsInOneLine } from '../../terminal/output.js';
import { addSettingFlags } from '../../settings/settings.js';
import { COMMAND_SETTINGS, withConsole, type ConsoleFlags } from './with-console.js';

interface EditFlags extends ConsoleFlags {
  name?: string;
  ceiling?: string;
  total?: string;
  monthlyQuota?: string;
  quotaRefuses?: boolean;
}

/** `gazarch projects …` offers the same actions on projects as the console offers operators. */
export function projectsCommand(): Command {
  const command = new Command('projects').description(
    'list, create, edit and archive the projects that keys belong to',
  );
  command
    .command('list')
    .argument('[text]', 'part of a name, an organisation or an id')
    .description("list all projects with this month's requests, busiest first")
    .action(list);
  command
    .command('create')
    .description('make a project')
    .requiredOption('--name <name>', 'what it is for')
    .option('--organisation <id>', "the organisation it belongs to (default: the operator's)")
    .action(create);
  const edit = command
    .command('edit')
    .description("change a project's name, ceiling and quota")
    .argument('<id>')
    .option('--name <name>', 'what it is for')
    .option('--ceiling <n>', 'maximum rate limit of each key, in requests per minute; none: no maximum')
    .option('--total <n>', 'requests per minute for all keys together; none: no limit')
    .option('--monthly-quota <n>', 'requests per month for all keys together; none: no quota')
    .option('--quota-refuses', 'refuse requests above the quota')
    .option('--no-quota-refuses', 'only send mails at 80 and 100 %')
    .action(change);
  command
    .command('organisation')
    .description('change the combined limit of all projects in an organisation')
    .argument('<id>')
    .requiredOption('--total <n>', 'requests per minute for all keys together; none: no limit')
    .action(limitOrganisation);
  command
    .command('archive')
    .description('archive a project without active keys')
    .argument('<id>')
    .action(archive);
  for (const each of command.commands)
    addSettingFlags(
      each,
      // In this command, the flag sets the project's limit instead of the deployment's.
      each === edit ? COMMAND_SETTINGS.filter((name) => name !== 'defaultRateLimit') : COMMAND_SETTINGS,
    ).option('--json', 'print JSON');
  return sayErrorsInOneLine(command);
}

async function list(text: string | undefined, flags: ConsoleFlags): Promise<void> {
  const projects = await withConsole(flags, ({ operators }) => operators.projects(text));
  const header = [...HEADER, 'THIS MONTH'];
  if (flags.json === true) print(JSON.stringify(projects));
  else
    print(
      formatTable(
        header,
        projects.map((project) => [...rowOf(project), String(project.used)]),
      ),
    );
}

async function create(flags: ConsoleFlags & { name: string; organisation?: string }): Promise<void> {
  const made = await withConsole(flags, ({ projects, shell }) =>
    projects.create(shell, flags.organisation ?? null, flags.name),
  );
  printProject(made, flags);
}

async function change(id: string, flags: EditFlags): Promise<void> {
  const ceilings = {
    ...(flags.ceiling === undefined ? {} : { rate_limit: numberOf('--ceiling', flags.ceiling) }),
    ...(flags.total === undefined ? {} : { total_rate_limit: numberOf('--total', flags.total) }),
    ...(flags.monthlyQuota === undefined
      ? {}
      : { monthly_quota: numberOf('--monthly-quota', flags.monthlyQuota) }),
    ...(flags.quotaRefuses === undefined ? {} : { quota_refuses: flags.quotaRefuses }),
  };
  const changed = await withConsole(flags, async ({ projects, shell }) => {
    if (flags.name !== undefined) await projects.rename(shell, id, flags.name);
    return projects.setCeilings(shell, id, ceilings);
  });
  printProject(changed, flags);
}

async function limitOrganisation(id: string, flags: ConsoleFlags & { total: string }): Promise<void> {
  const limit = numberOf('--total', flags.total);
  const set = await withConsole(flags, ({ operators, shell }) =>
    operators.limitOrganisation(shell, id, limit),
  );
  const text =
    set.total_rate_limit === null ? 'no limit' : `${counted(set.total_rate_limit, 'request')} a minute`;
  print(flags.json === true ? JSON.stringify({ id, ...set }) : `The organisation ${id} has ${text}.`);
}

async function archive(id: string, flags: ConsoleFlags): Promise<void> {
  await withConsole(flags, ({ projects, shell }) => projects.archive(shell, id));
  print(flags.json === true ? JSON.stringify({ archived: id }) : `The project ${id} was archived.`);
}

function numberOf(flag: string, text: string): number | null {
  if (text === 'none') return null;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InputError(`${flag} is ${JSON.stringify(text)}; it must be a whole number, or none`);
}

const HEADER = ['ID', 'NAME', 'ORGANISATION', 'ACTIVE KEYS', 'CEILING', 'TOTAL', 'QUOTA'];

function rowOf(project: Project): string[] {
  const { monthly_quota: quota, quota_refuses: refuses } = project;
  return [
    project.id,
    project.name,
    project.organisation?.name ?? '',
    String(project.active_keys),
    String(project.rate_limit ?? 'none'),
    String(project.total_rate_limit ?? 'none'),
    quota === null ? 'none' : `${quota}${refuses ? ', refuses' : ''}`,
  ];
}

function printProject(project: Project, flags: ConsoleFlags): void {
  print(flags.json === true ? JSON.stringify(project) : formatTable(HEADER, [rowOf(project)]));
}
