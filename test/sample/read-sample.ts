import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import sax from 'sax';

/** The sample as any reader of OSM XML sees it. Knows nothing of the script that wrote it. */
interface SampleElement {
  id: number;
  tags: Record<string, string>;
}

interface SampleNode extends SampleElement {
  lat: number;
  lon: number;
}

export interface SampleWay extends SampleElement {
  refs: number[];
}

interface SampleMember {
  type: 'node' | 'way' | 'relation';
  ref: number;
  role: string;
}

export interface SampleRelation extends SampleElement {
  members: SampleMember[];
}

export interface Sample {
  nodes: Map<number, SampleNode>;
  ways: Map<number, SampleWay>;
  relations: Map<number, SampleRelation>;
  /** All elements in the order of the file, as in `node 5`. */
  order: string[];
}

export const sampleFolder = resolve(dirname(fileURLToPath(import.meta.url)), '../../sample');
export const samplePath = resolve(sampleFolder, 'ulaanbaatar.osm');

export function readSample(path: string = samplePath): Sample {
  const sample: Sample = { nodes: new Map(), ways: new Map(), relations: new Map(), order: [] };
  let current: (SampleElement & { refs: number[]; members: SampleMember[] }) | null = null;
  const parser = sax.parser(true);
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    const attribute = attributes as Record<string, string>;
    if (name === 'tag') current!.tags[attribute['k']] = attribute['v'];
    else if (name === 'nd') current!.refs.push(Number(attribute['ref']));
    else if (name === 'member')
      current!.members.push({
        type: attribute['type'] as SampleMember['type'],
        ref: Number(attribute['ref']),
        role: attribute['role'],
      });
    else if (name === 'node' || name === 'way' || name === 'relation') {
      current = { id: Number(attribute['id']), tags: {}, refs: [], members: [] };
      sample.order.push(`${name} ${current.id}`);
      const { id, tags, refs, members } = current;
      if (name === 'node')
        sample.nodes.set(id, { id, tags, lat: Number(attribute['lat']), lon: Number(attribute['lon']) });
      else if (name === 'way') sample.ways.set(id, { id, tags, refs });
      else sample.relations.set(id, { id, tags, members });
    }
  };
  parser.write(readFileSync(path, 'utf8')).close();
  return sample;
}

export interface Point {
  x: number;
  y: number;
}

const METRES_PER_DEGREE = 111_195;

/** Metres on a plane, right to a metre across the sample. */
export function plane({ lat, lon }: { lat: number; lon: number }): Point {
  return { x: lon * METRES_PER_DEGREE * Math.cos((47.9 * Math.PI) / 180), y: lat * METRES_PER_DEGREE };
}

export function pointsOf(sample: Sample, way: SampleWay): Point[] {
  return way.refs.map((ref) => plane(sample.nodes.get(ref)!));
}

export function isHighway(way: SampleWay): boolean {
  return 'highway' in way.tags;
}

/** Whether the segments cross at a point that is inside both, not at an end. */
export function segmentsCross(a: Point, b: Point, c: Point, d: Point): boolean {
  const side = (p: Point, q: Point, r: Point): number =>
    Math.sign((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

export function distanceToSegment(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const t = Math.min(1, Math.max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

export function inRing(p: Point, ring: readonly Point[]): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [a, b] = [ring[i], ring[j]];
    if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}
