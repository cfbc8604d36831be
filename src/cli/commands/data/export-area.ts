import type { Box, Position } from '../../../geo/position.js';
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { partOf } from '../../../dataset/read-dataset.js';
import type { SectionMap } from '../../../dataset/format.js';
import { InputError } from '../../../errors.js';
import { GeocodingIndex } from '../../../geocoding/geocoding-index.js';
import { UNITS_PER_DEGREE } from '../../../geo/coordinates.js';
import { findExits, roadsIn, type RoadsIn } from '../../../offline/export/find-exits.js';
import type { OfflineArea } from '../../../offline/kept/manifest.js';
import { AREA_NAME, AREA_NAME_RULE } from '../../../sources/embedded/dataset/offline-folder.js';
import { printWarning } from '../../terminal/output.js';
import { byTravelMode } from '../../../travel-mode.js';
import { cannotRead } from '../../../read-failure.js';

/**
 * The minimum share of the extract's roads that must lie inside the area. An extract contains all roads of
 * its area, and some roads that lead out of it.
 */
const LEAST_IN = 0.5;

/**
 * The maximum share of an area that may lie beyond the outermost roads: roads do not reach every corner of a
 * box.
 */
const MOST_BEYOND = 0.25;

const FORMS = 'west,south,east,north in degrees, a .geojson file, or the name of an area or a street';

/**
 * Returns the area that `--area` specifies, or `null` without the flag.
 * @param text a box, or the name of an area or a GeoJSON file, whose bounding box is used
 * @param sections the dataset's sections
 * @throws InputError if the text is neither a box, nor a GeoJSON file, nor the name of an area
 */
export function areaOf(text: string | undefined, to: string, sections: SectionMap): OfflineArea | null {
  if (text === undefined) return null;
  const box = boxOf(text, sections).map((degrees) => Math.round(degrees * 1e6) / 1e6) as unknown as Box;
  const [west, south, east, north] = box;
  if (!(west < east && south < north && west >= -180 && east <= 180 && south >= -90 && north <= 90))
    throw new InputError(`--area is ${box.join()}, which is not a valid bounding box; it must be ${FORMS}`);
  checkRoads(roadsIn(partOf(sections, 'driving'), box), box);
  const exits = byTravelMode((mode) => findExits(partOf(sections, mode), box));
  return { name: areaName(to), bbox: box, exits };
}

/**
 * Returns the area's name, which is the name of the folder.
 * @throws InputError if `gazarch serve --offline` could not serve a folder with this name
 */
export function areaName(to: string): string {
  const name = basename(resolve(to));
  if (AREA_NAME.test(name)) return name;
  throw new InputError(
    `--to is ${JSON.stringify(to)}, but ${AREA_NAME_RULE}; choose a folder such as areas/mongolia`,
  );
}

/** @throws InputError for an area without roads, where no request could find anything */
function checkRoads({ share, bounds }: RoadsIn, box: Box): void {
  if (bounds === null) return;
  const around = bounds.map((degrees) => degrees.toFixed(4)).join();
  if (share === 0)
    throw new InputError(
      `--area is ${box.join()}, but the dataset has no roads there; its roads lie in ${around}. Check the ` +
        'order west,south,east,north, or import a map that covers this area',
    );
  const beyond = 1 - sizeOf(overlapOf(box, bounds)) / sizeOf(box);
  if (beyond > MOST_BEYOND)
    printWarning(
      `${Math.round(100 * beyond)} % of --area (${box.join()}) lies beyond the roads of the dataset, ` +
        `which end at ${around}: answers there will be empty. Import a map of the whole area, or choose a ` +
        'smaller area',
    );
  if (share < LEAST_IN)
    printWarning(
      'most roads in the dataset lie outside --area, but the exported pieces contain all of them: --area ' +
        `does not cut the data. Cut the map: "osmium extract --strategy smart -b ${box.join()} ` +
        'map.osm.pbf -o area.osm.pbf". Import the cut file into a separate folder, and export from there',
    );
}

const overlapOf = (a: Box, b: Box): Box => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
];

const sizeOf = ([west, south, east, north]: Box): number =>
  Math.max(0, east - west) * Math.max(0, north - south);

function boxOf(text: string, sections: SectionMap): readonly number[] {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  if (numbers.length === 4 && numbers.every(Number.isFinite)) return numbers;
  if (/\.(geo)?json$/i.test(text)) return boxOfFile(text);
  const index = GeocodingIndex.from(partOf(sections, 'geocoding'));
  for (const { row } of index.find(text, 5)) {
    const { box } = index.place(row);
    if (box !== null) return Array.from(box, (units) => units / UNITS_PER_DEGREE);
  }
  throw new InputError(`--area is "${text}", which is not an area in the dataset; it must be ${FORMS}`);
}

function boxOfFile(path: string): readonly number[] {
  const points: Position[] = [];
  const collect = (value: unknown): void => {
    if (!Array.isArray(value)) return;
    if (typeof value[0] === 'number' && typeof value[1] === 'number') points.push([value[0], value[1]]);
    else value.forEach(collect);
  };
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, own] of Object.entries(value)) {
      if (name === 'coordinates') collect(own);
      else visit(own);
    }
  };
  try {
    visit(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new InputError(`--area: ${cannotRead(path, cause).message}`, { cause });
  }
  if (points.length === 0) throw new InputError(`--area: ${path} has no coordinates`);
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b));
  const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b));
  return [least(xs), least(ys), most(xs), most(ys)];
}
