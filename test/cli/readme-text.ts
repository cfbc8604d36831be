import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What stands in the texts of the repository: commands, programs, links. */

export const root = resolve(import.meta.dirname, '../..');

export function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** The code blocks of a language. */
export function blocks(file: string, language: string): string[] {
  return [...textOf(file).matchAll(/^```(\w+)\n([^]*?)^```$/gm)]
    .filter(([, of]) => of === language)
    .map(([, , code]) => code);
}

/** Every command line of a text: in blocks of shell, and within sentences. Continued lines are one. */
export function commands(file: string): string[] {
  const ofBlocks = blocks(file, 'sh').flatMap((code) => code.replace(/\\\n\s*/g, '').split('\n'));
  const prose = textOf(file).replace(/^```[^]*?^```$/gm, '');
  const ofProse = [...prose.matchAll(/`([^`]+)`/g)].map(([, code]) => code.replace(/\s+/g, ' '));
  const isCommand = /^(?:npm|npx|gazarch|curl|sudo|docker) \S/;
  return [...ofBlocks.filter((line) => line !== ''), ...ofProse.filter((code) => isCommand.test(code))];
}

/** The text below a heading, up to the next heading of its kind. */
export function section(file: string, heading: string): string {
  const [, rest] = textOf(file).split(`\n## ${heading}\n`);
  if (rest === undefined) throw new Error(`${file} has no heading "${heading}"`);
  return rest.split('\n## ')[0];
}

/** Where the links of a text lead, and its pictures are. */
export function targets(text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)];
  const pictures = [...text.matchAll(/(?:src|srcset)="([^"]+)"/g)];
  return [...links, ...pictures].map(([, to]) => to);
}

/** The anchors of the headings of a page, as code hosts make them. */
export function anchors(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
