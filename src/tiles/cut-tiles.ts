import { fromGeojsonVt } from '@maplibre/vt-pbf';
import Flatbush from 'flatbush';
import { MAP_LAYERS, type MapLayer, type MapShape } from './map-shape.js';
import { boxOf, type Box } from './projection.js';
import { MAX_ZOOM } from './shape-rules.js';
import { asGeojson } from './shape-geojson.js';
import { TileIndex, type CutFeatures, type TileFeature } from './tile-index.js';

/** A tile, and its bytes as a Mapbox Vector Tile. */
export interface CutTile {
  z: number;
  x: number;
  y: number;
  bytes: Uint8Array;
}

/**
 * The zooms are cut in bands, and each band square by square. The library keeps every tile that it cut: the
 * whole country at once would take gigabytes. A square takes some megabytes.
 */
const BANDS: readonly { from: number; to: number; square: number }[] = [
  { from: 3, to: 6, square: 3 },
  { from: 7, to: 9, square: 6 },
  { from: 10, to: 13, square: 9 },
];

const EXTENT = 4096;
/** What stands over the edge of a tile, so that lines and labels go on there. In units of the tile. */
const BUFFER = 64;
/** Areas that would be smaller than so many pixels (of 256 in a tile) are left out. */
const MIN_AREA_PIXELS = 3;
/** One zoom more than there is: at its last zoom the library does not simplify. */
const LIBRARY_ZOOM = 14;

/**
 * Cuts shapes into tiles. Tiles without anything are left out.
 * @param onProgress `share` from 0 to 1
 */
export function* cutTiles(
  shapes: readonly MapShape[],
  onProgress: (share: number) => void = () => undefined,
): Generator<CutTile> {
  if (shapes.length === 0) return;
  const boxes = shapes.map(({ geometry }) => boxOf(geometry));
  for (const [b, band] of BANDS.entries()) {
    const shown = [...shapes.keys()].filter((i) => fits(shapes[i], boxes[i], band.to));
    if (shown.length === 0) continue;
    const index = new Flatbush(shown.length);
    for (const i of shown) index.add(...boxes[i]);
    index.finish();
    const squares = squaresOf(index, band.square);
    for (const [s, [x, y]] of squares.entries()) {
      const found = index.search(...squareBox(band.square, x, y)).map((k) => shown[k]);
      yield* cutSquare(
        found.sort((a, c) => a - c).map((i) => shapes[i]),
        { ...band, x, y },
      );
      onProgress((b + (s + 1) / squares.length) / BANDS.length);
    }
  }
}

function fits({ minZoom, geometry }: MapShape, box: Box, zoom: number): boolean {
  return minZoom <= zoom && (geometry.kind !== 'area' || isVisible(box, zoom));
}

function isVisible([west, north, east, south]: Box, zoom: number): boolean {
  // The tiles of the last zoom are stretched for those above it, where a hut can be seen.
  return zoom === MAX_ZOOM || Math.max(east - west, south - north) * 256 * 2 ** zoom >= MIN_AREA_PIXELS;
}

/** The box of a square with what stands over its edges at its own zoom, in the unit square. */
function squareBox(zoom: number, x: number, y: number): Box {
  const side = 2 ** -zoom;
  const edge = (side * BUFFER) / EXTENT;
  return [x * side - edge, y * side - edge, (x + 1) * side + edge, (y + 1) * side + edge];
}

function squaresOf(index: Flatbush, zoom: number): [number, number][] {
  const at = (value: number): number => Math.min(2 ** zoom - 1, Math.max(0, Math.floor(value * 2 ** zoom)));
  const squares: [number, number][] = [];
  for (let x = at(index.minX); x <= at(index.maxX); x++)
    for (let y = at(index.minY); y <= at(index.maxY); y++)
      if (index.search(...squareBox(zoom, x, y)).length > 0) squares.push([x, y]);
  return squares;
}

interface Square {
  from: number;
  to: number;
  square: number;
  x: number;
  y: number;
}

function* cutSquare(shapes: readonly MapShape[], { from, to, square, x, y }: Square): Generator<CutTile> {
  if (shapes.length === 0) return;
  const features = shapes.map(({ geometry, properties }, id) => asGeojson(geometry, properties, id));
  const options = { maxZoom: LIBRARY_ZOOM, indexMaxZoom: 0, extent: EXTENT, buffer: BUFFER, wrap: false };
  const index = new TileIndex({ type: 'FeatureCollection', features }, options);
  const pending: [number, number, number][] = [[square, x, y]];
  for (let tile = pending.pop(); tile !== undefined; tile = pending.pop()) {
    const [z, column, row] = tile;
    const cut = index.getTile(z, column, row);
    if (cut === null || cut.features.length === 0) continue;
    if (z >= from) {
      const bytes = encoded(cut, shapes, z);
      if (bytes !== null) yield { z, x: column, y: row, bytes };
    }
    if (z < to)
      for (const [right, lower] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ])
        pending.push([z + 1, 2 * column + right, 2 * row + lower]);
  }
}

/** Null when nothing in the tile is shown at this zoom. */
function encoded(tile: CutFeatures, shapes: readonly MapShape[], zoom: number): Uint8Array | null {
  const layers = new Map<MapLayer, TileFeature[]>();
  for (const { id, ...feature } of tile.features) {
    const { layer, minZoom } = shapes[id as number];
    if (minZoom > zoom) continue;
    const features = layers.get(layer);
    if (features === undefined) layers.set(layer, [feature]);
    else features.push(feature);
  }
  if (layers.size === 0) return null;
  const inOrder = MAP_LAYERS.filter((layer) => layers.has(layer)).map((layer) => [
    layer,
    { ...tile, features: layers.get(layer)! },
  ]);
  return fromGeojsonVt(Object.fromEntries(inOrder) as Parameters<typeof fromGeojsonVt>[0], {
    version: 2,
    extent: EXTENT,
  });
}
