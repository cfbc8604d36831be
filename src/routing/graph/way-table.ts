import { GrowableUint32 } from '../../arrays/growable.js';
import type { Sections } from '../../arrays/sections.js';
import { StringTableBuilder } from '../../arrays/string-table.js';
import type { Tags } from '../../geo/feature.js';
import type { RoadNetwork } from '../network/network.js';
import { SEVERAL_NAMES } from '../frozen/segment-table.js';
import { BETWEEN_REFS } from '../frozen/routing-data.js';
import { wayFlags } from './way-flags.js';
import type { Segments } from '../network/segments.js';
import { wayOfPair, type UsablePairs } from '../network/usable-pairs.js';

/**
 * Returns the sections for the ways that the mode can use (`WayTable` in frozen/routing-data.ts), and for the
 * runs, which assign each stretch of a segment to a way.
 */
export function waySections(network: RoadNetwork, pairs: UsablePairs, segments: Segments): Sections {
  const used = network.ways.flatMap((_, w) => (pairs.wayRules[w] === null ? [] : [w]));
  const strings = new StringTableBuilder();
  strings.add('');
  const texts = (text: (w: number) => string | undefined): Uint32Array =>
    Uint32Array.from(used, (w) => strings.add(text(w) ?? ''));
  const tags = (w: number): Tags => network.ways[w].tags;
  const onRoads = new Set(used.flatMap((w) => (isBridge(tags(w)) ? [] : [numberedName(tags(w))])));
  const table = {
    'ways.number': Uint32Array.from(used),
    'ways.id': Float64Array.from(used, (w) => network.ways[w].id),
    'ways.name': texts((w) => displayName(tags(w))),
    'ways.highway': texts((w) => wayClass(tags(w))),
    'ways.own_name': texts((w) => roadName(tags(w), onRoads)),
    'ways.ref': texts((w) => refs(tags(w))),
    'ways.english': texts((w) => englishName(tags(w))),
    'ways.destinations': texts((w) => destinations(tags(w))),
    'ways.junction_ref': texts((w) => exitNumber(network, w)),
    'ways.flags': Uint8Array.from(used, (w) => wayFlags(tags(w))),
    'ways.surface': texts((w) => tags(w)['surface']),
    'ways.why_forward': texts((w) => pairs.wayRules[w]!.forward.why),
    'ways.why_backward': texts((w) => pairs.wayRules[w]!.backward.why),
    'ways.speed_forward': Float32Array.from(used, (w) => pairs.wayRules[w]!.forward.speed_kmh),
    'ways.speed_backward': Float32Array.from(used, (w) => pairs.wayRules[w]!.backward.speed_kmh),
  };
  const { bytes, offsets } = strings.finish();
  return {
    ...table,
    'strings.bytes': bytes,
    'strings.offsets': offsets,
    ...runSections(pairs, segments, used),
  };
}

/**
 * Returns, per segment, the string number of the name that all its ways share, or SEVERAL_NAMES if they
 * differ.
 * @param sections the result of `waySections`
 */
export function segmentNames(sections: Sections): Uint32Array {
  const [first, runWay, name] = [sections['segments.first_run'], sections['runs.way'], sections['ways.name']];
  return Uint32Array.from({ length: first.length - 1 }, (_, s) => {
    const own = name[runWay[first[s]] >> 1];
    for (let run = first[s]; run < first[s + 1]; run++)
      if (name[runWay[run] >> 1] !== own) return SEVERAL_NAMES;
    return Math.min(own, SEVERAL_NAMES);
  });
}

/** Returns a way's kind, which is used for display and for adding up kilometers. */
export function wayClass(tags: Tags): string {
  if (tags['highway'] !== undefined) return tags['highway'];
  return tags['route'] === 'ferry' ? 'ferry' : (tags['man_made'] ?? tags['railway'] ?? 'other');
}

function displayName(tags: Tags): string | undefined {
  return ownName(tags) ?? refs(tags);
}

/** Returns a road's numbers, such as `AH3 / A0401`. */
function refs(tags: Tags): string | undefined {
  return listed(tags['ref'], BETWEEN_REFS);
}

/**
 * Returns the number of an exit, taken from the ramp or, if the ramp has none, from the node where the ramp
 * leaves the motorway.
 */
function exitNumber({ ways, nodeTags }: RoadNetwork, w: number): string | undefined {
  const { tags, nodes } = ways[w];
  const number = listed(tags['junction:ref'], ', ');
  if (number !== undefined || tags['highway']?.endsWith('_link') !== true) return number;
  const junction = nodeTags.get(nodes[tags['oneway'] === '-1' ? nodes.length - 1 : 0]);
  return junction?.['highway'] === 'motorway_junction' ? listed(junction['ref'], ', ') : undefined;
}

/** Formats a list of values for display. */
function listed(values: string | undefined, between: string): string | undefined {
  return values?.trim().replace(/\s*;\s*/g, between);
}

/** Whether the way is a bridge or a tunnel. Like bridges, tunnels have their own names. */
function isBridge(tags: Tags): boolean {
  return [tags['bridge'], tags['tunnel']].some((value) => value !== undefined && value !== 'no');
}

/**
 * @param onRoads the `numberedName` of all ways except bridges: a name that occurs only on a bridge is not a
 * road's name
 */
function roadName(tags: Tags, onRoads: ReadonlySet<string>): string | undefined {
  const isOnlyOfBridge = tags['ref'] !== undefined && isBridge(tags) && !onRoads.has(numberedName(tags));
  return isOnlyOfBridge ? undefined : ownName(tags);
}

function numberedName(tags: Tags): string {
  return `${tags['ref']}|${ownName(tags)}`;
}

function ownName(tags: Tags): string | undefined {
  return tags['name'] ?? tags['name:mn'] ?? tags['name:en'];
}

/**
 * The importer adds `name:en` to the tags of every named way, even if the map has none. Returns an empty
 * string if the English name equals the name.
 */
function englishName(tags: Tags): string | undefined {
  return tags['name:en'] === ownName(tags) ? undefined : tags['name:en'];
}

/** Returns the text of a signpost, such as `A2: Darkhan, Erdenet`. */
function destinations(tags: Tags): string | undefined {
  const parts = [tags['destination:ref'], tags['destination']].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.map((part) => listed(part, ', ')).join(': ');
}

/**
 * Returns the runs. A run ends at the end of a segment, and wherever the way or its direction changes or the
 * way's pairs are not consecutive.
 */
function runSections(pairs: UsablePairs, segments: Segments, used: number[]): Sections {
  const rowOfWay = new Map(used.map((w, row) => [w, row]));
  const firstRun = new Uint32Array(segments.count + 1);
  const runPosition = new GrowableUint32();
  const runWay = new GrowableUint32();
  const runPlace = new GrowableUint32();
  let w = 0;
  for (let segment = 0; segment < segments.count; segment++) {
    let [previousWay, previousPlace] = [-1, -1];
    for (let g = segments.firstPosition[segment]; g + 1 < segments.firstPosition[segment + 1]; g++) {
      const arm = segments.directedPair[g];
      w = wayOfPair(pairs, arm >> 1, w);
      const way = rowOfWay.get(w)! * 2 + (arm & 1);
      const place = (arm >> 1) - pairs.firstPair[w];
      if (way !== previousWay || place !== previousPlace + ((arm & 1) === 0 ? 1 : -1)) {
        runPosition.push(g);
        runWay.push(way);
        runPlace.push(place);
      }
      [previousWay, previousPlace] = [way, place];
    }
    firstRun[segment + 1] = runPosition.length;
  }
  return {
    'segments.first_run': firstRun,
    'runs.position': runPosition.trimmed(),
    'runs.way': runWay.trimmed(),
    'runs.place': runPlace.trimmed(),
  };
}
