import { Command } from 'commander';
import { servedPath } from '../../../dataset/dataset-folder.js';
import type { SectionMap } from '../../../dataset/format.js';
import { partOf, readDataset } from '../../../dataset/read-dataset.js';
import { InputError } from '../../../errors.js';
import { toDegrees } from '../../../geo/coordinates.js';
import {
  explainSearch,
  type Behind,
  type ExplainedPlace,
  type ExplainedReading,
  type Rule,
} from '../../../geocoding/explain-search.js';
import { GeocodingIndex, type PlaceIndex } from '../../../geocoding/geocoding-index.js';
import { MATCH_GROUPS } from '../../../geocoding/finding/forward-hit.js';
import type { Explanation } from '../../../geocoding/place-hit.js';
import { layersState } from '../../../dataset/layers/layer-folder.js';
import { withOwnPlacesNow } from '../../../sources/embedded/geocoder/own-places.js';
import { typedPoint } from '../../../http/geocode/typed-point.js';
import { explanationLines } from './explanation-text.js';
import { DEFAULT_TRAVEL_MODE, TRAVEL_MODES } from '../../../travel-mode.js';
import { RoutingIndex } from '../../../routing/routing-index.js';
import { print } from '../../terminal/output.js';
import { position } from '../../terminal/position.js';
import { PLACE_SETTINGS, readDatasetPlace } from '../../settings/dataset-place.js';
import { addSettingFlags, readSetting, type SettingFlags } from '../../settings/settings.js';

interface ExplainFlags extends SettingFlags {
  limit: string;
  near?: string;
  json?: boolean;
}

const KEYS: Readonly<Record<Explanation['key'], string>> = {
  literal: 'literal: letter for letter as typed',
  written: 'folded: written alike',
  strict: 'derived: sounds alike, or is a generated name',
  loose: 'derived: read alike with o and u as one',
};

const RULES: Readonly<Record<Rule, string>> = {
  request: 'words that only ask a question or express a direction were ignored',
  case: 'the case ending was removed',
  left_out: 'no place matches all the words, so one word was left out',
  other: 'nothing was found as typed',
};

const READ_AS: Readonly<Record<ExplainedReading['because'], string>> = {
  typed: 'as typed',
  inside: 'as a place in the areas named in the query',
  area: 'as the smallest area named in the query',
  asides: 'without the words that do not describe a location',
  completed: 'with its last word completed',
  spelled: 'in another spelling',
  keyboard: 'as typed on another keyboard',
  left_out: 'without some words of the query',
};

const BEHIND: Readonly<Record<Behind, string>> = {
  relaxed: 'the query had to be relaxed further',
  group: 'a worse match group',
  kind: 'matches only by name; places of the kind in the query come first',
  key: 'its name is less similar to the query',
  words: 'its name matches fewer of the words, or matches with more errors',
  distance: 'less prominent from here',
  prominence: 'less prominent',
  'name length': 'equally prominent, but with a longer name',
  id: 'equal in every respect; the ids decide the order',
};

/**
 * `gazarch explain QUERY` and `gazarch explain route A B` show the reasons for an answer, for tuning and
 * support.
 */
export function explainCommand(): Command {
  const command = new Command('explain').description(
    'explain the results of a search, or ("explain route") the course of a route',
  );
  return addSettingFlags(command, PLACE_SETTINGS)
    .addCommand(explainRouteCommand())
    .argument('<query...>', 'the search text')
    .option('--limit <n>', 'number of results, 1 to 20', '5')
    .option('--near <point>', 'longitude,latitude: like the request parameter near')
    .option('--json', 'print JSON')
    .action((words: string[], flags: ExplainFlags) => {
      const limit = Number(flags.limit);
      if (!(Number.isInteger(limit) && limit >= 1 && limit <= 20))
        throw new InputError(`--limit must be a whole number from 1 to 20, not "${flags.limit}"`);
      const query = words.join(' ').normalize('NFC').trim().replace(/\s+/g, ' ');
      const point = typedPoint(query);
      if (point !== null && flags.json !== true) {
        const where =
          point.kind === 'point'
            ? `${point.latitude},${point.longitude}`
            : `${point.code} near ${point.town}`;
        print(`"${query}" is a point (${where}): it is answered as a reverse lookup, without a search.`);
        return;
      }
      const index = placesOf(flags);
      const near = flags.near === undefined ? undefined : position('--near', flags.near);
      const explanation = explainSearch(index, query, limit, near === undefined ? undefined : { near });
      const { results, readings, next } = explanation;
      if (flags.json === true) print(JSON.stringify(explanation));
      else if (results.length === 0) print(`nothing found for "${query}"`);
      else {
        print(results.map((place, i) => explanationText(place, i)).join('\n'));
        print(`\nReadings of the query; the cheapest one won:\n${readings.map(readingText).join('\n')}`);
        if (next !== null) print(`\nLeft out because of the limit:\n${explanationText(next, limit)}`);
      }
    });
}

/** `gazarch explain route LON,LAT LON,LAT [--mode MODE]` */
function explainRouteCommand(): Command {
  const command = new Command('route').description(
    'per stretch: way, class, surface, speed and why, delays, turns; per end: the candidate roads, and ' +
      'the network component of each',
  );
  return addSettingFlags(command, PLACE_SETTINGS)
    .argument('<origin>', 'longitude,latitude')
    .argument('<destination>', 'longitude,latitude')
    .option('--mode <mode>', TRAVEL_MODES.join(' or '), DEFAULT_TRAVEL_MODE)
    .option('--json', 'print JSON')
    .action(
      (origin: string, destination: string, flags: SettingFlags & { mode: string }, command: Command) => {
        const mode = TRAVEL_MODES.find((known) => known === flags.mode);
        if (mode === undefined)
          throw new InputError(`--mode must be ${TRAVEL_MODES.join(' or ')}, not "${flags.mode}"`);
        // Both commands accept `--json` and the flags for the data's location. The flags mean the same for
        // both commands.
        const { json, ...place } = command.optsWithGlobals<SettingFlags & { json?: boolean }>();
        const index = RoutingIndex.from(partOf(openSections(place), mode));
        const snapLimit_m = readSetting('snapLimit_m', {}, process.env);
        const snapDetour_m = readSetting('snapDetour_m', {}, process.env);
        const explanation = index.explain(
          { origin: position('origin', origin), destination: position('destination', destination) },
          { snapLimit_m, snapDetour_m },
        );
        print(json === true ? JSON.stringify(explanation) : explanationLines(explanation).join('\n'));
      },
    );
}

/** Returns the map's places, plus the operator's own places, if there are any. */
function placesOf(flags: SettingFlags): PlaceIndex {
  const { folder } = readDatasetPlace(flags, process.env);
  const sections = partOf(openSections(flags), 'geocoding');
  const map = GeocodingIndex.from(sections);
  return layersState(folder) === '' ? map : withOwnPlacesNow(folder, map, sections).index;
}

function openSections(flags: SettingFlags): SectionMap {
  return readDataset(servedPath(readDatasetPlace(flags, process.env).folder));
}

/** Returns a sentence that describes one interpretation of the query. */
function readingText({ because, areas, searched, leftOut, cost, name }: ExplainedReading): string {
  return [
    `  ${cost.toFixed(1).padStart(5)}  ${READ_AS[because]}`,
    areas.length === 0 ? '' : ` (${areas.join(', ')})`,
    because === 'area' ? '' : `, searching for ${searched.join(' ')}`,
    `: finds ${name}`,
    leftOut.length === 0 ? '' : `; leaves out ${leftOut.join(' ')}`,
  ].join('');
}

function explanationText(hit: ExplainedPlace, i: number): string {
  const parts = Object.entries(hit.parts)
    .filter(([, value]) => value !== 0)
    .map(([part, value]) => `${part} ${value}`);
  const { matched, relaxed, behind, here } = hit;
  const otherName =
    matched === null || matched.name === hit.name ? '' : ', which is another name for this place';
  const dropped = relaxed === null ? '' : relaxed.dropped.join(' ');
  return [
    `${i + 1}. ${hit.name}  (${hit.type}, ${hit.id}, ${toDegrees(hit.lat7)},${toDegrees(hit.lon7)})`,
    `   address     ${hit.address ?? 'none'}`,
    `   matched     ` +
      (matched === null
        ? hit.layer === 'address'
          ? 'its house number'
          : 'its kind, not a name'
        : `${matched.name} → ${matched.key}${otherName}`),
    `   group       ${hit.group} (${MATCH_GROUPS[hit.group]}), ${KEYS[hit.key]}`,
    ...(relaxed === null
      ? []
      : [
          `   relaxed     searched for ${relaxed.searched.join(' ')}` +
            (dropped === '' ? '' : `; dropped: ${dropped}`) +
            ` (${RULES[relaxed.rule]})`,
        ]),
    `   prominence  ${hit.prominence} = ${parts.join(' + ')}` +
      (here === null ? '' : `; ${here.toFixed(1)} from here`),
    ...(behind === null ? [] : [`   behind      the previous one: ${BEHIND[behind]}`]),
  ].join('\n');
}
