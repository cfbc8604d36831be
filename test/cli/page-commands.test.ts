import { expect, it } from 'vitest';
import {
  blockCommands,
  NOT_RUN,
  notAccountedFor,
  PAGES,
  RUN_OF_SENTENCES,
  sentenceCommands,
} from './page-commands.js';

/** Each command of the pages about running gazarch is run by a test, or it is said why not. */

it.each(PAGES)('%s has no command that nobody runs', (page) => {
  expect(notAccountedFor(page)).toEqual([]);
});

it('gives reasons only for commands that are there', () => {
  const all = PAGES.flatMap((page) => [...blockCommands(page), ...sentenceCommands(page)]);
  expect(all.length).toBeGreaterThan(60);
  expect([...Object.keys(NOT_RUN), ...RUN_OF_SENTENCES].filter((text) => !all.includes(text))).toEqual([]);
  expect(Object.keys(NOT_RUN).length).toBeLessThan(20);
});
