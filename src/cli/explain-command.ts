import { join } from 'node:path';
import { Command } from 'commander';
import { DATASET_FILE } from '../dataset/format.js';
import { partOf, readDataset } from '../dataset/read-dataset.js';
import { InputError } from '../errors.js';
import { toDegrees } from '../geo/coordinates.js';
import { GeocodingIndex, type Explanation } from '../geocoding/geocoding-index.js';
import { print } from './output.js';
import { readSetting } from './settings.js';

interface ExplainFlags {
  dataset?: string;
  limit: string;
  json?: boolean;
}

const GROUPS: Readonly<Record<Explanation['group'], string>> = {
  1: 'exact name',
  2: 'name starts with the query',
  3: 'every word starts a word',
  4: 'contains every word',
  5: 'words in name and address',
  6: 'typing mistake',
};

/** `gazarch explain QUERY`: why the results stand where they stand, for tuning and for support. */
export function explainCommand(): Command {
  return new Command('explain')
    .description('say why a search finds what it finds')
    .argument('<query...>', 'the search text')
    .option('--dataset <dir>', 'folder of the dataset (default: GAZARCH_DATASET, else data/dataset)')
    .option('--limit <n>', 'how many results, 1 to 20', '5')
    .option('--json', 'print JSON')
    .action((words: string[], flags: ExplainFlags) => {
      const limit = Number(flags.limit);
      if (!(Number.isInteger(limit) && limit >= 1 && limit <= 20)) throw new InputError(`--limit must be a whole number from 1 to 20, not "${flags.limit}"`);
      const query = words.join(' ').normalize('NFC').trim().replace(/\s+/g, ' ');
      const found = openGeocoding(flags.dataset).explain(query, limit);
      if (flags.json === true) print(JSON.stringify({ query, results: found }));
      else print(found.length === 0 ? `nothing found for "${query}"` : found.map(explanationText).join('\n'));
    });
}

function openGeocoding(dataset: string | undefined): GeocodingIndex {
  const folder = dataset ?? readSetting('dataset', {}, process.env);
  return GeocodingIndex.from(partOf(readDataset(join(folder, DATASET_FILE)), 'geocoding'));
}

function explanationText(hit: Explanation, i: number): string {
  const parts = Object.entries(hit.parts).filter(([, value]) => value !== 0).map(([part, value]) => `${part} ${value}`);
  return [
    `${i + 1}. ${hit.name}  (${hit.type}, ${hit.id}, ${toDegrees(hit.lat7)},${toDegrees(hit.lon7)})`,
    `   address     ${hit.address ?? 'none'}`,
    `   matched     group ${hit.group} (${GROUPS[hit.group]}), ${hit.key} key${hit.relaxation > 0 ? `, query relaxed ${hit.relaxation} times` : ''}`,
    ...(hit.names.length > 0 ? [`   names       ${hit.names.map(({ name, key }) => `${name} → ${key}`).join('; ')}`] : []),
    `   prominence  ${hit.prominence} = ${parts.join(' + ')}`,
  ].join('\n');
}
