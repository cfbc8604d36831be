import type { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { HELP_EXAMPLES } from '../../src/cli/help-examples.js';
import { programFor } from '../../src/cli/program.js';

/** What `--help` and `gazarch help` say. */

let program: Command;
beforeAll(async () => {
  program = await programFor([]);
});

/** All commands, by their words. */
function all(command: Command, path: string[] = []): [path: string, command: Command][] {
  const below = command.commands.filter((each) => path.length === 0 || each.name() !== 'help');
  return [[path.join(' '), command], ...below.flatMap((each) => all(each, [...path, each.name()]))];
}

function helpOf(command: Command, columns = 80): string {
  let text = '';
  command.configureOutput({ writeOut: (piece) => (text += piece), getOutHelpWidth: () => columns });
  command.outputHelp();
  return text;
}

describe('the help texts', () => {
  it('have no Markdown', () => {
    for (const [path, command] of all(program)) {
      const text = helpOf(command).replaceAll('\n', ' ');
      expect(text, path).not.toMatch(/`|\]\(|\*\*|(?:^|\s)#+ /);
    }
  });

  it('have an example of each command, whose words and flags there are', () => {
    const commands = all(program);
    expect(commands.length).toBeGreaterThan(45);
    expect(Object.keys(HELP_EXAMPLES).sort()).toEqual(commands.map(([path]) => path).sort());
    for (const [path, command] of commands) {
      expect(HELP_EXAMPLES[path].length, path).toBeGreaterThan(0);
      for (const example of HELP_EXAMPLES[path]) {
        expect(helpOf(command), path).toContain(`  gazarch ${example}`);
        expect(example.startsWith(path), example).toBe(true);
        const flags = [...example.matchAll(/ (--[a-z-]+)/g)].map(([, flag]) => flag);
        // The longest name of a command that the example begins with.
        const [, target] = commands
          .filter(([name]) => name === '' || example === name || example.startsWith(`${name} `))
          .sort(([a], [b]) => b.length - a.length)[0];
        const known = target.options.map(({ long }) => long);
        expect(
          flags.filter((flag) => !known.includes(flag)),
          example,
        ).toEqual([]);
      }
    }
  });

  it('stand under headings, in the program and in `serve`', () => {
    const headings = helpOf(program).match(/^[A-Z].*:$/gm);
    expect(headings).toEqual([
      'Options:',
      'To serve:',
      'Data:',
      'Keys and people:',
      'Roads:',
      'Tables and traces:',
      'To understand:',
      'Examples:',
    ]);
    const serve = program.commands.find((each) => each.name() === 'serve')!;
    expect(helpOf(serve).match(/^[A-Z].*:$/gm)).toEqual([
      'Data:',
      'Server:',
      'Metrics and log:',
      'Keys and limits:',
      'Routes:',
      'Console:',
      'Options:',
      'Examples:',
    ]);
  });

  it('are short, also that of `serve`; `gazarch help serve --all` has every setting', async () => {
    for (const [path, command] of all(program))
      expect(helpOf(command).split('\n').length, path).toBeLessThanOrEqual(80);
    const whole = await programFor(['help', 'serve', '--all']);
    let text = '';
    const serve = whole.commands.find((each) => each.name() === 'serve')!;
    const short = helpOf(serve);
    serve.configureOutput({ writeOut: (piece) => (text += piece), getOutHelpWidth: () => 80 });
    await whole.parseAsync(['help', 'serve', '--all'], { from: 'user' });
    expect(short).toContain('gazarch help serve --all');
    expect(text).not.toContain('gazarch help serve --all');
    for (const { long } of serve.options) expect(text).toContain(long);
    expect(short).not.toContain('--reverse-doorstep-m');
    expect(text).toMatch(
      /--reverse-doorstep-m <value>[^-]+\(else\s+GAZARCH_REVERSE_DOORSTEP_M, else 2\s+m\)/,
    );
  });

  it('say of --all without a command what it is for', async () => {
    const asked = program.parseAsync(['help', '--all'], { from: 'user' });
    await expect(asked).rejects.toThrow('--all needs a command, such as: gazarch help serve --all');
  });

  it('say what there is for a command that there is not', async () => {
    const fail = (words: string[]): Promise<Command> => program.parseAsync(words, { from: 'user' });
    await expect(fail(['help', 'serv'])).rejects.toThrow(/no command "serv"; available commands: .*serve/);
    await expect(fail(['help', 'keys', 'mak'])).rejects.toThrow(
      /no command "keys mak"; available commands: create/,
    );
  });
});
