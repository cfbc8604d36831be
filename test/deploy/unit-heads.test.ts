import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { programFor } from '../../src/cli/program.js';
import { DEPLOY } from './dockerfile.js';

/** The commands at the heads of the units can be pasted. */

const FOLDER = resolve(DEPLOY, 'systemd');
const PROGRAMS = ['npm', 'useradd', 'cp', 'systemctl', 'journalctl', 'sudo', 'echo'];

/** Lines of the head that are indented are commands. What stands behind blanks says what they do. */
function commandsIn(text: string): string[] {
  const [head] = text.split(/^(?!#)/m);
  return [...head.matchAll(/^# {2,}(\S.*)$/gm)].map(([, line]) => line.split(/ {4,}/)[0]);
}

/** What is wrong with a command. */
function faults(command: string, known: readonly string[]): string[] {
  const parts = command.split(' && ');
  const copied = parts
    .filter((part) => part.startsWith('cp '))
    .flatMap((part) => part.split(' ').slice(1, -1));
  const [, called] = /^sudo .* gazarch (\S+)/.exec(command) ?? [];
  return [
    ...(command.includes('#') ? ['it is cut off by a #'] : []),
    ...parts.filter((part) => !PROGRAMS.includes(part.split(' ')[0])),
    ...copied.filter((name) => !existsSync(resolve(FOLDER, name))),
    ...(called === undefined || known.includes(called) ? [] : [called]),
    ...(spawnSync('sh', ['-n', '-c', command]).status === 0 ? [] : ['sh cannot read it']),
  ];
}

it('notices what cannot be pasted', () => {
  const head =
    '# Say:\n#   npm pack # npm   install gazarch    in a clone\n#   cp none.service /etc && (\n\n[Unit]\n';
  expect(commandsIn(head)).toEqual(['npm pack # npm   install gazarch', 'cp none.service /etc && (']);
  expect(commandsIn(head).map((command) => faults(command, []))).toEqual([
    ['it is cut off by a #'],
    ['(', 'none.service', 'sh cannot read it'],
  ]);
});

it.each(readdirSync(FOLDER))('%s has only commands at its head that can be pasted', async (unit) => {
  const commands = commandsIn(readFileSync(resolve(FOLDER, unit), 'utf8'));
  if (unit.endsWith('.service')) expect(commands.length).toBeGreaterThan(2);
  const known = (await programFor([])).commands.map((each) => each.name());
  for (const command of commands) expect(faults(command, known), command).toEqual([]);
});
