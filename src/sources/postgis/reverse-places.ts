import type { Position } from '../../geo/position.js';
import type { Geometry } from '../../geo/feature.js';
import { GeocodingIndex } from '../../geocoding/geocoding-index.js';
import { freezePart } from '../../geocoding/part/part-of-index.js';
import { compareRanks } from '../../geocoding/places/place.js';
import { ReverseBuilder } from '../../geocoding/reverse/reverse-build.js';
import { classOfPlace, NEARBY } from '../../geocoding/reverse/reverse-class.js';
import type { ReverseRadii } from '../../geocoding/reverse/reverse-limits.js';
import type { ReverseMatch } from '../../geocoding/reverse/reverse-index.js';
import { BadAnswer } from '../upstream/upstream-error.js';
import { readOwnPlaces, readPlaces, rowsOf } from './place-columns.js';
import { checkedVersion } from './postgis-about.js';
import type { Question, Row } from './postgis-client.js';
import { reverseQuestion, type ReverseScope } from './reverse-question.js';
import { partsOfWkb } from './well-known-binary.js';

/**
 * The factor by which the radius grows with each additional query. Only a few points are far from every
 * place.
 */
const WIDER = 3;

/** The nearest place and the index that contains it. */
export interface Nearest {
  index: GeocodingIndex;
  match: ReverseMatch;
}

/**
 * Finds the nearest meaningful place in the same way as the embedded engine: the database returns every place
 * near enough to be the answer, and the engine's own lookup runs on these places only.
 */
export async function reversePlace(
  ask: (question: Question) => Promise<readonly Row[]>,
  [longitude, latitude]: Position,
  radii: Readonly<ReverseRadii>,
  { schema, own }: Pick<ReverseScope, 'schema' | 'own'>,
): Promise<Nearest | null> {
  const farthest_m = Math.max(radii.any_m, radii.street_m, radii.address_m, radii.place_m);
  let near_m = Math.min(farthest_m, Math.max(radii.street_m, radii.address_m, radii.place_m, 1));
  for (;;) {
    const isLast = near_m >= farthest_m;
    const towns_m = isLast ? radii.settlement_m : null;
    const scope = { schema, own, longitude, latitude, near_m, towns_m, surface_m: radii.doorstep_m };
    const part = readPart(await ask(reverseQuestion(scope)));
    const { index, classes } = part;
    const match = index.nearest(longitude, latitude, radii);
    if (match === null && isLast) return null;
    // If a match is within the radius that was read, all its competitors are among the rows.
    const isSure = match !== null && (classes[match.row] & NEARBY) > 0 && match.distance_m <= near_m;
    if (match !== null && (isLast || isSure)) return { index, match };
    near_m = Math.min(farthest_m, near_m * WIDER);
  }
}

/** The row of a country that does not contain the point. */
const ELSEWHERE = -2;

/** @throws BadAnswer if rows are impossible, or NotLoaded if the schema has a different version */
function readPart(rows: readonly Row[]): { index: GeocodingIndex; classes: Uint16Array } {
  checkedVersion(rows);
  const [row] = rows;
  const own = readOwnPlaces(row['own']).map((place) => ({ ...place, parts: partsOf(place.shape, place.id) }));
  for (const place of own) place.classBits = classOfPlace(place.parts, place.size_m2);
  const supports = readPlaces(row['supports'], 'supports');
  // Places that are only used in addresses are never the answer.
  const places = [
    ...readPlaces(row['places'], 'places'),
    ...supports.map((place) => ({ ...place, classBits: 0, reach_m: 0 })),
    ...own,
  ].sort(compareRanks);
  const classes = Uint16Array.from(places, ({ classBits }) => classBits);
  const builder = new ReverseBuilder(
    classes,
    Float32Array.from(places, ({ size_m2 }) => size_m2),
  );
  const rowOf = new Map(places.map(({ rank }, number) => [rank, number]));
  const surfaces = new Map<number, Int32Array[][]>();
  for (const shape of rowsOf(row['shapes'], 'shapes')) {
    const number = rowOf.get(shape.number('rank', 0, 2 ** 31));
    if (number === undefined) throw new BadAnswer('a shape without a place');
    const parts = partsOf(shape.text('shape'), places[number].id);
    const use = shape.text('use');
    if (use === 's') addSurface(surfaces, number, parts);
    else if (use === 'n') addNear(builder, number, parts);
    else {
      const country = shape.numberOrNull('country', 0, 2 ** 31);
      const around = country === null ? -1 : (rowOf.get(country) ?? ELSEWHERE);
      for (const part of parts) builder.addTown(number, around, part);
    }
  }
  for (const { rank, parts } of own) {
    const number = rowOf.get(rank)!;
    for (const part of parts) builder.addNear(number, part);
    addSurface(surfaces, number, parts);
  }
  for (const [number, polygons] of [...surfaces].sort(([a], [b]) => a - b))
    builder.addSurface(number, polygons, places[number].size_m2);
  const sections = { ...freezePart(places, new Map(), []), ...builder.sections() };
  return { index: GeocodingIndex.from(sections), classes };
}

/** Adds shapes near the point. Each polygon is a complete, small outline. */
function addNear(builder: ReverseBuilder, row: number, parts: readonly Geometry[]): void {
  for (const part of parts) {
    if (part.kind === 'area') builder.addOutline(row, part.polygons[0][0]);
    else builder.addNear(row, part);
  }
}

function addSurface(surfaces: Map<number, Int32Array[][]>, row: number, parts: readonly Geometry[]): void {
  const polygons = parts.flatMap((part) => (part.kind === 'area' ? part.polygons : []));
  if (polygons.length > 0) surfaces.set(row, [...(surfaces.get(row) ?? []), ...polygons]);
}

/** @param shape in hexadecimal digits */
function partsOf(shape: string, id: string): Geometry[] {
  try {
    return partsOfWkb(Buffer.from(shape, 'hex'));
  } catch (cause) {
    throw new BadAnswer(`the shape of ${id}: ${(cause as Error).message}`, { cause });
  }
}
