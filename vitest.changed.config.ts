import { readdirSync } from 'node:fs';
import { leftOut, testsToAsk } from './test/tidy/asked.js';
import { changedFiles } from './test/tidy/changed-files.js';
import { Reaches } from './test/tidy/reach.js';
import all, { isAsked } from './vitest.config.js';

/**
 * `npm test`: what a change can break, seen from where its branch left main. All on a clean tree, in CI, and
 * where Git is not there.
 */
const root = import.meta.dirname;
const tests = readdirSync(`${root}/test`, { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter(isAsked)
  .sort();
const changed = process.env['CI'] === undefined ? changedFiles(root) : null;
const reaches = new Reaches(root);
const asked =
  changed === null ? null : testsToAsk(changed, new Map(tests.map((test) => [test, reaches.of(test)])));
if (asked !== null) process.env['GAZARCH_LEFT_OUT'] = leftOut(tests, asked, changed!.length);

export default asked === null ? all : { ...all, test: { ...all.test, include: asked } };
