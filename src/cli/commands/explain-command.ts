import { Command } from 'commander';
import { servedPath } from '../../dataset/dataset-folder.js';
import type { SectionMap } from '../../dataset/format.js';
import { partOf, readDataset } from '../../dataset/read-dataset.js';
import { InputError } from '../../errors.js';
import { toDegrees } from '../../geo/coordinates.js';
import { GeocodingIndex, type Explanation } from '../../geocoding/geocoding-index.js';
import { explanationLines } from './explanation-text.js';
import { DEFAULT_TRAVEL_MODE, TRAVEL_MODES } from '../../travel-mode.js';
import { RoutingIndex } from '../../routing/routing-index.js';
import { print } from '../terminal/output.js';
import { readDatasetPlace } from '../terminal/dataset-place.js';
import { readSetting } from '../terminal/settings.js';

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
  5: 'words of name and address, the name begins with one',
  6: 'words of name and address',
  7: 'typing mistake',
};

const KEYS: Readonly<Record<Explanation['key'], string>> = {
  written: 'written so (strict key)',
  strict: 'strict key',
  loose: 'loose key',
};

/**
 * `gazarch explain QUERY` and `gazarch explain route A B`: why an answer is what
 * it is. For tuning and support.
 */
export function explainCommand(): Command {
  return new Command('explain')
    .description('say why a search finds what it finds, or ("explain route") why a route goes where it goes')
    .addCommand(explainRouteCommand())
    .argument('<query...>', 'the search text')
    .option('--dataset <dir>', 'folder of the dataset (default: GAZARCH_DATASET, else data/dataset)')
    .option('--limit <n>', 'how many results, 1 to 20', '5')
    .option('--json', 'print JSON')
    .action((words: string[], flags: ExplainFlags) => {
      const limit = Number(flags.limit);
      if (!(Number.isInteger(limit) && limit >= 1 && limit <= 20))
        throw new InputError(`--limit must be a whole number from 1 to 20, not "${flags.limit}"`);
      const query = words.join(' ').normalize('NFC').trim().replace(/\s+/g, ' ');
      const found = GeocodingIndex.from(partOf(openSections(flags.dataset), 'geocoding')).explain(
        query,
        limit,
      );
      if (flags.json === true) print(JSON.stringify({ query, results: found }));
      else print(found.length === 0 ? `nothing found for "${query}"` : found.map(explanationText).join('\n'));
    });
}

/** `gazarch explain route LON,LAT LON,LAT [--mode MODE]` */
function explainRouteCommand(): Command {
  return new Command('route')
    .description(
      'per stretch: way, class, surface, speed and why, delays, turns; ' +
        'per end: the candidates and the component they are on',
    )
    .argument('<origin>', 'longitude,latitude')
    .argument('<destination>', 'longitude,latitude')
    .option('--mode <mode>', TRAVEL_MODES.join(' or '), DEFAULT_TRAVEL_MODE)
    .option('--dataset <dir>', 'folder of the dataset (default: GAZARCH_DATASET, else data/dataset)')
    .option('--json', 'print JSON')
    .action(
      (
        origin: string,
        destination: string,
        flags: { mode: string; dataset?: string; json?: boolean },
        command: Command,
      ) => {
        const mode = TRAVEL_MODES.find((known) => known === flags.mode);
        if (mode === undefined)
          throw new InputError(`--mode must be ${TRAVEL_MODES.join(' or ')}, not "${flags.mode}"`);
        // `--dataset` and `--json` exist on both commands. Each belongs to the command
        // it follows; both mean the same.
        const { dataset, json } = command.optsWithGlobals<{ dataset?: string; json?: boolean }>();
        const index = RoutingIndex.from(partOf(openSections(dataset), mode));
        const snapLimit_m = readSetting('snapLimit_m', {}, process.env);
        const snapDetour_m = readSetting('snapDetour_m', {}, process.env);
        const explanation = index.explain(
          ...position('origin', origin),
          ...position('destination', destination),
          { snapLimit_m, snapDetour_m },
        );
        print(json === true ? JSON.stringify(explanation) : explanationLines(explanation).join('\n'));
      },
    );
}

function position(name: string, text: string): [number, number] {
  const [lon, lat, more] = text
    .split(',')
    .map((part) => (/^\s*[-+]?[0-9]+(\.[0-9]+)?\s*$/.test(part) ? Number(part) : NaN));
  if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 90) || more !== undefined) {
    throw new InputError(`${name} must be longitude,latitude in degrees, not "${text}"`);
  }
  return [lon, lat];
}

function openSections(dataset: string | undefined): SectionMap {
  return readDataset(servedPath(readDatasetPlace({ dataset }, process.env).folder));
}

function explanationText(hit: Explanation, i: number): string {
  const parts = Object.entries(hit.parts)
    .filter(([, value]) => value !== 0)
    .map(([part, value]) => `${part} ${value}`);
  return [
    `${i + 1}. ${hit.name}  (${hit.type}, ${hit.id}, ${toDegrees(hit.lat7)},${toDegrees(hit.lon7)})`,
    `   address     ${hit.address ?? 'none'}`,
    `   matched     ` +
      `${hit.matched === null ? 'its house number' : `${hit.matched.name} → ${hit.matched.key}`}`,
    `   group       ${hit.group} (${GROUPS[hit.group]}), ` +
      `${KEYS[hit.key]}${hit.relaxation > 0 ? `, query relaxed ${hit.relaxation} times` : ''}`,
    `   prominence  ${hit.prominence} = ${parts.join(' + ')}`,
  ].join('\n');
}
