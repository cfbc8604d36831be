import { Command } from 'commander';
import { InputError } from '../errors.js';
import { HELP_EXAMPLES } from './help-examples.js';
import { SettingOption } from './settings/settings.js';

/** Maps each heading in `gazarch --help` to its commands. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'To serve:': ['serve', 'console', 'mcp', 'doctor'],
  'Data:': ['import', 'layers', 'tiles', 'report', 'datasets', 'rollback', 'verify', 'publish', 'export'],
  'Keys and people:': ['keys', 'restore', 'projects', 'usage', 'searches', 'users'],
  'Roads:': ['closures', 'zones', 'vehicles', 'speeds'],
  'Tables and traces:': ['geocode', 'reverse', 'matrix', 'match', 'trip'],
  'To understand:': ['explain', 'help'],
};

/** `gazarch help [command...] [--all]` */
export function helpCommand(program: Command): Command {
  return new Command('help')
    .description('show how to use a command; --all: including every setting')
    .argument('[command...]', 'such as: keys create')
    .option('--all', 'with every setting, its variable and its default')
    .action((names: string[], { all }: { all?: boolean }) => {
      if (all === true && names.length === 0)
        throw new InputError('--all needs a command, such as: gazarch help serve --all');
      const command = named(program, names);
      if (all === true) showAll(command);
      command.outputHelp();
    });
}

/** @throws InputError for an unknown command */
function named(program: Command, names: readonly string[]): Command {
  let command = program;
  for (const name of names) {
    const next = command.commands.find((each) => each.name() === name);
    if (next === undefined) {
      const known = command.commands.map((each) => each.name()).join(', ');
      throw new InputError(
        `there is no command ${JSON.stringify(names.join(' '))}; available commands: ${known}`,
      );
    }
    command = next;
  }
  return command;
}

function showAll(command: Command): void {
  for (const option of command.options) {
    if (!(option instanceof SettingOption)) continue;
    option.hidden = false;
    option.description = option.whole;
  }
}

/** Adds headings and examples to commands, and mentions where further settings are described. */
export function addHelpTexts(program: Command): void {
  for (const command of program.commands) {
    const heading = Object.keys(GROUPS).find((group) => GROUPS[group].includes(command.name()));
    if (heading !== undefined) command.helpGroup(heading);
    addExamples(command, command.name());
  }
  addExamples(program, '');
}

function addExamples(command: Command, path: string): void {
  command.addHelpText('after', () => endOf(command, path));
  for (const each of command.commands) if (path !== '') addExamples(each, `${path} ${each.name()}`);
}

function endOf(command: Command, path: string): string {
  const lines = (HELP_EXAMPLES[path] ?? []).map((example) => `  gazarch ${example}`);
  const examples = lines.length === 0 ? [] : ['', 'Examples:', ...lines];
  const isMore = command.options.some((option) => option instanceof SettingOption && option.hidden);
  const more = isMore ? ['', `All settings: gazarch help ${path} --all`] : [];
  return [...examples, ...more].join('\n');
}
