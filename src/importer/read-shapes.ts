import { GrowableFloat64 } from '../arrays/growable.js';
import type { Geometry, Tags } from '../geo/feature.js';
import { assembleArea, type MemberWay } from '../osm/assemble-area.js';
import { readOsm, type RelationMember } from '../osm/read.js';
import { isAreaWay } from '../osm/vocabulary.js';
import type { MapShape } from '../tiles/map-shape.js';
import { areaRule, borderRule, lineRule, pointRule, type ShapeRule } from '../tiles/shape-rules.js';
import { NodePositions } from './node-positions.js';

export interface ShapeReading {
  /** `share` from 0 to 1, over all files. */
  onProgress?: (share: number) => void;
}

interface WantedWay {
  start: number;
  length: number;
  tags: Tags | null;
}

interface WantedArea {
  members: RelationMember[];
  rule: ShapeRule;
}

/**
 * Reads from OSM files what a map draws: roads, water, land, buildings, borders, places. It reads each file
 * three times, as the import of places and roads does, and keeps only what the rules of the map want. An area
 * whose border is not closed is left out. Whoever imports the file is told of that by the import of places.
 */
export async function readShapes(
  paths: readonly string[],
  { onProgress }: ShapeReading = {},
): Promise<MapShape[]> {
  const passes = 3 * paths.length;
  let pass = 0;
  const eachFile = async (sink: Parameters<typeof readOsm>[1]): Promise<void> => {
    for (const path of paths) {
      await readOsm(path, sink, {
        onProgress: (done, total) => onProgress?.((pass + done / Math.max(1, total)) / passes),
      });
      pass++;
    }
  };

  const areas: WantedArea[] = [];
  /** By way: the lowest level of the areas that it bounds. */
  const borders = new Map<number, string>();
  /** By node: the lowest level of the areas that it is the centre of. */
  const seats = new Map<number, string>();
  const memberWays = new Set<number>();
  await eachFile({
    relation(_, members, tags) {
      if (tags === null || (tags['type'] !== 'multipolygon' && tags['type'] !== 'boundary')) return;
      const level = tags['boundary'] === 'administrative' ? tags['admin_level'] : undefined;
      if (level !== undefined) {
        for (const { type, ref, role } of members) {
          if (type === 'way') lower(borders, ref, level);
          else if (type === 'node' && role === 'admin_centre') lower(seats, ref, level);
        }
      }
      const rule = areaRule(tags);
      if (rule === null) return;
      areas.push({ members, rule });
      for (const { type, ref } of members) if (type === 'way') memberWays.add(ref);
    },
  });

  const ways = new Map<number, WantedWay>();
  const refs = new GrowableFloat64(1 << 20);
  await eachFile({
    way(id, nodes, tags) {
      if (nodes.length < 2 || ways.has(id)) return;
      const isDrawn = tags !== null && (areaRule(tags) !== null || lineRule(tags) !== null);
      if (!isDrawn && !memberWays.has(id) && !borders.has(id)) return;
      ways.set(id, { start: refs.length, length: nodes.length, tags: isDrawn ? tags : null });
      refs.pushAll(nodes);
    },
  });

  const wanted = new GrowableFloat64(refs.length);
  wanted.pushAll(refs.data.subarray(0, refs.length));
  const nodes = new NodePositions(wanted);
  const points: MapShape[] = [];
  const seen = new Set<number>();
  await eachFile({
    node(id, lon7, lat7, tags) {
      nodes.set(id, lon7, lat7);
      if (tags === null || seen.has(id)) return;
      const rule = pointRule(tags, seats.get(id) ?? null);
      if (rule === null) return;
      seen.add(id);
      points.push({ ...rule, geometry: { kind: 'point', lon7, lat7 } });
    },
  });

  const nodesOf = ({ start, length }: WantedWay): Float64Array => refs.data.subarray(start, start + length);
  const positionsOf = (way: WantedWay): Int32Array => positions(nodesOf(way), nodes);
  return [
    ...wayShapes(ways, borders, nodesOf, positionsOf),
    ...areaShapes(areas, ways, nodesOf, positionsOf),
    ...points,
  ];
}

/** Lines longer than this are cut: each square of the map then looks at the part that it needs. */
const LINE_POSITIONS = 256;

function* wayShapes(
  ways: ReadonlyMap<number, WantedWay>,
  borders: ReadonlyMap<number, string>,
  nodesOf: (way: WantedWay) => Float64Array,
  positionsOf: (way: WantedWay) => Int32Array,
): Generator<MapShape> {
  for (const [id, way] of ways) {
    const line = positionsOf(way);
    if (line.length < 4) continue;
    const { tags } = way;
    const refs = nodesOf(way);
    const isRing = refs.length >= 4 && refs[0] === refs[refs.length - 1] && line.length === 2 * refs.length;
    const area = isRing && tags !== null && isAreaWay(tags) ? areaRule(tags) : null;
    if (area !== null) yield { ...area, geometry: { kind: 'area', polygons: [[line]] } };
    const drawn = area === null && tags !== null ? lineRule(tags) : null;
    const border = borders.has(id) ? borderRule(borders.get(id)!) : null;
    for (const rule of [drawn, border])
      if (rule !== null) for (const part of partsOf(line)) yield { ...rule, geometry: part };
  }
}

function* partsOf(line: Int32Array): Generator<Geometry> {
  const step = 2 * (LINE_POSITIONS - 1);
  for (let i = 0; i + 2 < line.length; i += step)
    yield { kind: 'line', lines: [line.subarray(i, i + step + 2)] };
}

function* areaShapes(
  areas: readonly WantedArea[],
  ways: ReadonlyMap<number, WantedWay>,
  nodesOf: (way: WantedWay) => Float64Array,
  positionsOf: (way: WantedWay) => Int32Array,
): Generator<MapShape> {
  for (const { members, rule } of areas) {
    const parts: MemberWay[] = [];
    let isWhole = true;
    for (const { type, ref, role } of members) {
      if (type !== 'way') continue;
      const way = ways.get(ref);
      const known = way === undefined ? null : positionsOf(way);
      if (known?.length === 2 * (way?.length ?? 0))
        parts.push({ id: ref, role, refs: nodesOf(way!), positions: known });
      else isWhole = false;
    }
    const area = isWhole ? assembleArea(parts) : null;
    if (area !== null && 'polygons' in area)
      yield { ...rule, geometry: { kind: 'area', polygons: area.polygons } };
  }
}

/** Those that the file knows, in order. */
function positions(refs: Float64Array, nodes: NodePositions): Int32Array {
  const line: number[] = [];
  for (const ref of refs) {
    const place = nodes.placeOf(ref);
    if (place >= 0 && nodes.isKnown(place)) line.push(nodes.lon7[place], nodes.lat7[place]);
  }
  return Int32Array.from(line);
}

function lower(levels: Map<number, string>, id: number, level: string): void {
  const known = levels.get(id);
  if (known === undefined || Number(level) < Number(known)) levels.set(id, level);
}
