import { GrowableFloat64 } from '../../arrays/growable.js';
import type { Tags } from '../../geo/feature.js';
import { isWorthALook } from '../../geocoding/places/names.js';
import { isAreaRelation, isRoad } from '../../osm/area-or-road.js';
import { isRoadNode } from '../../routing/profiles/node-tags.js';
import { MAX_RESTRICTION_MEMBERS } from './import-limits.js';
import type { KeptOsm, KeptRelation } from './kept-osm.js';
import { osmLicense, type SourceLicense } from './source-license.js';
import { NewestVersions } from './newest-versions.js';
import { NodePositions } from './node-positions.js';
import { SharedTags } from './shared-tags.js';
import { Skipped } from './skipped.js';
import { withoutLongValues } from './import-limits.js';

/** A file that was read, and the number of its elements. */
export interface SourceCounts {
  path: string;
  nodes: number;
  ways: number;
  relations: number;
  /** The timestamp from the file's header, or null. */
  timestamp: string | null;
  /** The number of elements that the import uses or may use. */
  kept: number;
  /** The license stated in the file. */
  license: SourceLicense;
}

export interface CollectedOsm {
  kept: KeptOsm;
  sources: SourceCounts[];
}

export interface CollectOptions {
  /** `share` is from 0 to 1, over all passes and files. */
  onProgress?(phase: string, share: number): void;
  signal?: AbortSignal;
  /** Records the values that are left out. */
  skipped: Skipped;
}

const NO_TAGS: Tags = {};

/**
 * Reads OSM files in three passes: relations, then the ways that the relations or the import need, then those
 * ways' nodes. Nothing else is kept. If several files contain an object, its newest version is used.
 */
export async function collectOsm(
  paths: readonly string[],
  options: CollectOptions = { skipped: new Skipped() },
): Promise<CollectedOsm> {
  const newest = await NewestVersions.of(paths, options.signal);
  const refs = new GrowableFloat64(1 << 20);
  /** Indexed like `paths`. */
  const taken = paths.map(() => 0);
  const kept: Pass = { ways: [], wayById: new Map(), areas: [], restrictions: [], streets: [], refs };
  const keptNow = (): number =>
    kept.areas.length + kept.restrictions.length + kept.streets.length + kept.ways.length;
  await eachFile('relations', paths, options, async (path, onProgress, i) => {
    const before = keptNow();
    await readRelations(path, kept, { ...options, newest, onProgress });
    taken[i] += keptNow() - before;
  });
  const memberWays = new Set(
    kept.areas.flatMap((area: KeptRelation) =>
      area.members.filter((m) => m.type === 'way').map((m) => m.ref),
    ),
  );
  const sharedTags = new SharedTags();
  await eachFile('ways', paths, options, async (path, onProgress, i) => {
    const before = keptNow();
    await readWays(path, kept, memberWays, { ...options, newest, sharedTags, onProgress });
    taken[i] += keptNow() - before;
  });
  const viaNodes = kept.restrictions.flatMap((r: KeptRelation) =>
    r.members.filter((m) => m.type === 'node').map((m) => m.ref),
  );
  const wanted = new GrowableFloat64(refs.length + viaNodes.length);
  wanted.pushAll(refs.data.subarray(0, refs.length));
  wanted.pushAll(viaNodes);
  const all: KeptOsm = {
    ...kept,
    nodes: new NodePositions(wanted),
    nodeTags: new Map(),
    entrances: new Map(),
    points: [],
    centers: new Map(),
  };
  const sources = await eachFile('nodes', paths, options, async (path, onProgress, i) => {
    const counts = await readNodes(path, all, { ...options, newest, onProgress });
    return { ...counts, kept: counts.kept + taken[i] };
  });
  return { kept: all, sources };
}

const PASSES = ['relations', 'ways', 'nodes'];

async function eachFile<T>(
  pass: string,
  paths: readonly string[],
  options: CollectOptions,
  read: (path: string, onProgress: (done: number, total: number) => void, i: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  for (const [i, path] of paths.entries()) {
    results.push(
      await read(
        path,
        (done, total) => {
          const ofPass = (i + (total > 0 ? done / total : 1)) / paths.length;
          options.onProgress?.(`reading ${pass}`, (PASSES.indexOf(pass) + ofPass) / PASSES.length);
        },
        i,
      ),
    );
  }
  return results;
}

interface PassOptions {
  onProgress(done: number, total: number): void;
  signal?: AbortSignal;
  skipped: Skipped;
  newest: NewestVersions;
}

interface WaysPassOptions extends PassOptions {
  sharedTags: SharedTags;
}

type Pass = Pick<KeptOsm, 'ways' | 'wayById' | 'areas' | 'restrictions' | 'streets' | 'refs'>;

async function readRelations(path: string, kept: Pass, options: PassOptions): Promise<void> {
  const known = new Set(
    [...kept.areas, ...kept.restrictions, ...kept.streets].map((relation) => relation.id),
  );
  await options.newest.read(
    path,
    {
      relation(id, members, tags) {
        const type = tags?.['type'];
        if (tags === null || type === undefined || known.has(id)) return;
        const isRestriction = type === 'restriction' || type.startsWith('restriction:');
        const isArea = isAreaRelation(tags) && (isWorthALook(tags) || isRoad(tags));
        const isStreet = type === 'associatedStreet' || type === 'street';
        if (!isRestriction && !isArea && !isStreet) return;
        const relation = {
          id,
          tags: withoutLongValues(tags, `osm:relation:${id}`, options.skipped),
          members,
        };
        if (isArea) kept.areas.push(relation);
        else if (isStreet) kept.streets.push(relation);
        else if (members.length <= MAX_RESTRICTION_MEMBERS) kept.restrictions.push(relation);
        else
          options.skipped.add(
            `turn restriction with more than ${MAX_RESTRICTION_MEMBERS} members`,
            `osm:relation:${id}`,
          );
      },
    },
    options,
  );
}

async function readWays(
  path: string,
  kept: Pass,
  memberWays: ReadonlySet<number>,
  options: WaysPassOptions,
): Promise<void> {
  await options.newest.read(
    path,
    {
      way(id, refs, tags) {
        const isFeature = tags !== null && isWorthALook(tags);
        const isRoadWay = tags !== null && isRoad(tags);
        if (!(isFeature || isRoadWay || memberWays.has(id)) || kept.wayById.has(id)) return;
        kept.wayById.set(id, kept.ways.length);
        kept.ways.push({
          id,
          tags:
            tags === null
              ? NO_TAGS
              : options.sharedTags.shared(withoutLongValues(tags, `osm:way:${id}`, options.skipped)),
          start: kept.refs.length,
          length: refs.length,
          isRoad: isRoadWay,
          isFeature,
        });
        kept.refs.pushAll(refs);
      },
    },
    options,
  );
}

async function readNodes(path: string, kept: KeptOsm, options: PassOptions): Promise<SourceCounts> {
  const points = new Set<number>();
  let used = 0;
  const counts = await options.newest.read(
    path,
    {
      node(id, lon7, lat7, tags) {
        const place = kept.nodes.set(id, lon7, lat7);
        if (place >= 0) used++;
        if (tags === null) return;
        if (place >= 0 && tags['entrance'] !== undefined) kept.entrances.set(place, tags['entrance']);
        const isRoadsNode = place >= 0 && isRoadNode(tags) && !kept.nodeTags.has(place);
        const isPoint = isWorthALook(tags) && !points.has(id);
        if (!isRoadsNode && !isPoint) return;
        const limited = withoutLongValues(tags, `osm:node:${id}`, options.skipped);
        if (isRoadsNode) kept.nodeTags.set(place, limited);
        if (!isPoint) return;
        points.add(id);
        kept.points.push({ id: `osm:node:${id}`, tags: limited, geometry: { kind: 'point', lon7, lat7 } });
      },
      center: (kind, id, lon7, lat7) => void kept.centers.set(`osm:${kind}:${id}`, [lon7, lat7]),
    },
    options,
  );
  return {
    path,
    nodes: counts.nodes,
    ways: counts.ways,
    relations: counts.relations,
    kept: used + points.size,
    timestamp: counts.timestamp ?? null,
    license: osmLicense(counts),
  };
}
