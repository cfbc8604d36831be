import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocks, root, textOf } from './readme-text.js';

/** The commands of the pages about running gazarch, and who runs each. */

export const PAGES = [
  ...['sources', 'sources-failing', 'operations', 'metrics', 'scale'],
  ...['run', 'keys', 'limits', 'unfound', 'data', 'stop', 'trouble', 'deploy'],
].map((name) => `docs/${name}.md`);

/** Chapters whose blocks a test follows from the first command to the last. */
const CHAPTERS: Readonly<Record<string, string>> = {
  OSRM: 'test/sources/sources-page.proof.test.ts',
  Valhalla: 'test/sources/sources-page.proof.test.ts',
  Nominatim: 'test/sources/nominatim.proof.test.ts',
  PostGIS: 'test/sources/postgis-page.proof.test.ts',
};

/** Pages whose blocks `page-commands.proof.test.ts` runs, but for what is below. */
const RUN_PAGES = ['keys', 'limits', 'unfound', 'data', 'trouble'].map((name) => `docs/${name}.md`);

/** In sentences of these pages, and run there too. */
export const RUN_OF_SENTENCES = ['gazarch tiles map.osm.pbf', 'gazarch import --dry-run mongolia'];

/** What no test runs as it is written, and why. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  'createuser gazarch --pwprompt && createdb gazarch --owner gazarch': 'it asks for a password at a terminal',
  'GAZARCH_DATASET=https://reader:password@maps.example.mn/mongolia.json gazarch serve':
    'it needs a host with a certificate: test/e2e/dataset-by-url.slow.test.ts has one without',
  'sudo -u gazarch GAZARCH_DATA=/var/lib/gazarch gazarch keys list': 'it needs the user of the unit',
  'docker compose exec gazarch gazarch keys list': 'it needs Docker',
  'docker stop -t': 'it needs Docker',
  'npm start': 'the page advises against it',
  'npm run bench': 'it measures for ten minutes',
  'promtool test rules alerts.test.yml': 'test/metrics/prometheus.proof.test.ts runs it by another path',
  'pg_dump --schema=gazarch': 'it is a program of PostgreSQL, and its place is the reader’s own',
  'sqlite3 gazarch.sqlite-usage ".backup FILE"': 'it is a program of SQLite, which is not needed otherwise',
  'gazarch explain "их дэлгүүр"': 'test/geocoding/explain-search.test.ts and product.slow.test.ts ask so',
};

/** The lines of the blocks. Continued lines are one; what goes on over several lines is several. */
export function blockCommands(page: string): string[] {
  return blocks(page, 'sh').flatMap((code) =>
    code
      .replace(/\\\n\s*/g, '')
      .split('\n')
      .filter((line) => line !== ''),
  );
}

/** Commands within sentences. A name of a command, or one with a placeholder, is nothing to run. */
export function sentenceCommands(page: string): string[] {
  const prose = textOf(page).replace(/^```[^]*?^```$/gm, '');
  const code = [...prose.matchAll(/`([^`]+)`/g)].map(([, text]) => text.replace(/\s+/g, ' '));
  const isCommand = /^(?:npm|npx|gazarch|curl|sudo|docker|promtool|psql|pg_dump|sqlite3|createuser) \S/;
  const isName = /^gazarch(?: [a-z][a-z-]*)+(?: --[a-z-]+)?$|(?:^gazarch .*) (?:[A-Z]+\b|…)/;
  return code.filter((text) => isCommand.test(text) && !isName.test(text));
}

/** Commands of a page that nobody runs and no reason is given for. */
export function notAccountedFor(page: string): string[] {
  const followed = page === 'docs/sources.md' ? chaptersOf(page) : [];
  const lines = blockCommands(page).filter(
    (line) => !RUN_PAGES.includes(page) && !followed.some((chapter) => chapter.includes(line)),
  );
  return [...lines, ...sentenceCommands(page)].filter(
    (text) => !(text in NOT_RUN) && !RUN_OF_SENTENCES.includes(text),
  );
}

/** Chapters that their test follows, continued lines as one. */
function chaptersOf(page: string): string[] {
  return textOf(page)
    .split(/^## /m)
    .filter((chapter) => {
      const [title] = chapter.split('\n');
      const by = CHAPTERS[title];
      return by !== undefined && readFileSync(join(root, by), 'utf8').includes(`commandsOf('${title}')`);
    })
    .map((chapter) => chapter.replace(/\\\n\s*/g, ''));
}
