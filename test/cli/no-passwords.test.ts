import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { HELP_EXAMPLES } from '../../src/cli/help-examples.js';
import { blocks, root } from './readme-text.js';

/** Whoever may see the processes of a machine sees their arguments. So no command has a secret among them. */

const PAGES = [
  ...['README.md', 'README.mn.md', 'CONTRIBUTING.md'],
  ...readdirSync(resolve(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const FILES = readdirSync(resolve(root, 'deploy'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:service|timer|ya?ml|conf|cfg)$|file$/.test(name))
  .map((name) => `deploy/${name}`);

/** Commands of the text that have a password or a key among their arguments. */
function shown(text: string): string[] {
  const lines = text.replace(/\\\n[#\s]*/g, '').split('\n');
  return lines.filter((line) => {
    // A variable that is set is no argument.
    const command = line.replace(/^(?:(?:export )?[A-Z_]+=(?:'[^']*'|\S*)\s*)+/, '');
    return (
      /:\/\/[^\s:@/'"$]*:[^\s@/$]+@/.test(command) ||
      /--key(?: |=)(?!key_|\$|"\$)/.test(command) ||
      /\bpassword '/i.test(command.replace(/^create role .*/, '')) ||
      /Bearer (?!\$)/.test(command)
    );
  });
}

it('notices a password and a key, and takes variables', () => {
  expect(
    shown('gazarch keys copy \\\n  --to postgres://me:secret@db/x\ngazarch mcp --key geo_1'),
  ).toHaveLength(2);
  expect(shown(`psql -c "create role a password 'b'"\ncurl -H "Authorization: Bearer geo_1" x`)).toHaveLength(
    2,
  );
  expect(shown(`export A='postgres://me:secret@db/x'\nA=redis://:b@c gazarch serve`)).toEqual([]);
  expect(shown('gazarch usage --key key_1\ncurl -H "Authorization: Bearer $KEY" x')).toEqual([]);
});

it.each(PAGES)('%s', (page) => {
  expect(blocks(page, 'sh').flatMap(shown)).toEqual([]);
});

it.each(FILES)('the commands at the head of %s', (file) => {
  const [head] = readFileSync(resolve(root, file), 'utf8').split(/^(?!#)/m);
  const commands = head.replace(/^# {0,2}\S.*$/gm, '').replace(/^# {3,}/gm, '');
  expect(shown(commands)).toEqual([]);
});

it('the examples of the help', () => {
  expect(shown(Object.values(HELP_EXAMPLES).flat().join('\n'))).toEqual([]);
});
