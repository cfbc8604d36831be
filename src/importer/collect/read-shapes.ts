import { GrowableFloat64 } from '../../arrays/growable.js';
import type { Tags } from '../../geo/feature.js';
import { areaM2 } from '../../geo/measure.js';
import { pointOnSurface } from '../../geo/representative-point.js';
import { assembleArea, type MemberWay } from '../../osm/assemble-area.js';
import type { ElementSink, RelationMember } from '../../osm/read.js';
import { isAreaWay } from '../../osm/area-or-road.js';
import { areaLabels, labelOf, pointRule } from '../../tiles/label-rules.js';
import { areaRule, borderRule, lineRule, type ShapeRule } from '../../tiles/shape-rules.js';
import { KeptShapes } from './kept-shapes.js';
import { NewestVersions } from './newest-versions.js';
import { NodePositions } from './node-positions.js';

export interface ShapeReading {
  /** Receives a `share` from 0 to 1, over all files. */
  onProgress?: (share: number) => void;
}

interface WantedWay {
  start: number;
  length: number;
  /** How to draw the way if it is a closed ring, and if it is not. */
  area: ShapeRule | null;
  line: ShapeRule | null;
  /** The labels at the way's center if the way is a closed ring. */
  labels: readonly ShapeRule[];
}

interface WantedArea {
  members: RelationMember[];
  rule: ShapeRule | null;
  labels: readonly ShapeRule[];
}

type Drawn = Pick<WantedWay, 'area' | 'line' | 'labels'>;

const NOT_DRAWN: Drawn = { area: null, line: null, labels: [] };

/**
 * Reads everything that a map draws from OSM files: roads, water, land, buildings, borders, places. It reads
 * each file three times, as the import of places and roads does, and keeps only the shapes that the map's
 * rules select. An area whose border is not closed is left out; the import of places reports such areas.
 */
export async function readShapes(
  paths: readonly string[],
  { onProgress }: ShapeReading = {},
): Promise<KeptShapes> {
  const shapes = new KeptShapes();
  const passes = 3 * paths.length;
  let pass = 0;
  const newest = await NewestVersions.of(paths);
  const eachFile = async (sink: ElementSink): Promise<void> => {
    for (const path of paths) {
      await newest.read(path, sink, {
        onProgress: (done, total) => onProgress?.((pass + done / Math.max(1, total)) / passes),
      });
      pass++;
    }
  };

  const areas: WantedArea[] = [];
  /** By way id: the lowest admin level of the areas that the way bounds. */
  const borders = new Map<number, string>();
  /** By node id: the lowest admin level of the areas that have this node as their center. */
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
      const labels = areaLabels(tags, true);
      if (rule === null && labels.length === 0) return;
      areas.push({ members, rule, labels });
      for (const { type, ref } of members) if (type === 'way') memberWays.add(ref);
    },
  });

  const ways = new Map<number, WantedWay>();
  const refs = new GrowableFloat64(1 << 20);
  await eachFile({
    way(id, nodes, tags) {
      if (nodes.length < 2 || ways.has(id)) return;
      const drawn = drawnOf(tags, shapes);
      if (drawn === null && !memberWays.has(id) && !borders.has(id)) return;
      ways.set(id, { start: refs.length, length: nodes.length, ...(drawn ?? NOT_DRAWN) });
      refs.pushAll(nodes);
    },
  });

  const nodes = new NodePositions(refs);
  const points: { rule: ShapeRule; lon7: number; lat7: number }[] = [];
  const seen = new Set<number>();
  await eachFile({
    node(id, lon7, lat7, tags) {
      nodes.set(id, lon7, lat7);
      if (tags === null || seen.has(id)) return;
      const rule = pointRule(tags, seats.get(id) ?? null);
      if (rule === null) return;
      seen.add(id);
      points.push({ rule: shapes.rule(rule), lon7, lat7 });
    },
  });

  const nodesOf = ({ start, length }: WantedWay): Float64Array => refs.data.subarray(start, start + length);
  const positionsOf = (way: WantedWay): Int32Array => positions(nodesOf(way), nodes);
  addWays(shapes, ways, { borders, nodesOf, positionsOf });
  addAreas(shapes, areas, { ways, nodesOf, positionsOf });
  for (const { rule, lon7, lat7 } of points) shapes.add(rule, { kind: 'point', lon7, lat7 });
  return shapes;
}

/** Returns how a way is drawn, or null if it is not drawn on its own. */
function drawnOf(tags: Tags | null, shapes: KeptShapes): Drawn | null {
  if (tags === null) return null;
  const isArea = isAreaWay(tags);
  const area = isArea ? areaRule(tags) : null;
  const labels = isArea ? areaLabels(tags, false) : [];
  const line = lineRule(tags);
  if (area === null && line === null && labels.length === 0) return null;
  const kept = (rule: ShapeRule | null): ShapeRule | null => (rule === null ? null : shapes.rule(rule));
  return {
    ...{ area: kept(area), line: kept(line) },
    labels: labels.length === 0 ? NOT_DRAWN.labels : labels,
  };
}

/** Longer lines are cut, so that each tile reads only the part that it needs. */
const LINE_POSITIONS = 256;

interface WayReading {
  nodesOf: (way: WantedWay) => Float64Array;
  positionsOf: (way: WantedWay) => Int32Array;
}

function addWays(
  shapes: KeptShapes,
  ways: ReadonlyMap<number, WantedWay>,
  { borders, nodesOf, positionsOf }: WayReading & { borders: ReadonlyMap<number, string> },
): void {
  for (const [id, way] of ways) {
    const line = positionsOf(way);
    if (line.length < 4) continue;
    const refs = nodesOf(way);
    const isRing = refs.length >= 4 && refs[0] === refs[refs.length - 1] && line.length === 2 * refs.length;
    const area = isRing ? way.area : null;
    if (area !== null) shapes.add(area, { kind: 'area', polygons: [[line]] });
    if (isRing) addLabels(shapes, way.labels, [[line]]);
    const border = borders.has(id) ? borderRule(borders.get(id)!) : null;
    for (const rule of [area === null ? way.line : null, border])
      if (rule !== null) for (const part of partsOf(line)) shapes.add(rule, { kind: 'line', lines: [part] });
  }
}

function* partsOf(line: Int32Array): Generator<Int32Array> {
  const step = 2 * (LINE_POSITIONS - 1);
  for (let i = 0; i + 2 < line.length; i += step) yield line.subarray(i, i + step + 2);
}

function addAreas(
  shapes: KeptShapes,
  areas: readonly WantedArea[],
  { ways, nodesOf, positionsOf }: WayReading & { ways: ReadonlyMap<number, WantedWay> },
): void {
  for (const { members, rule, labels } of areas) {
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
    if (area === null || !('polygons' in area)) continue;
    if (rule !== null) shapes.add(rule, { kind: 'area', polygons: area.polygons });
    addLabels(shapes, labels, area.polygons);
  }
}

/** Adds each label once, no matter where tiles cut the area. */
function addLabels(shapes: KeptShapes, labels: readonly ShapeRule[], polygons: Int32Array[][]): void {
  if (labels.length === 0) return;
  const [lon7, lat7] = pointOnSurface(polygons);
  for (const label of labels)
    shapes.add(
      labelOf(label, () => areaM2(polygons)),
      { kind: 'point', lon7, lat7 },
    );
}

/** Returns the known positions of the nodes, in order. */
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
