import { fromGeojsonVt } from '@maplibre/vt-pbf';
import Flatbush from 'flatbush';
import { MAP_LAYERS, type MapLayer, type MapShape, type MapProperties } from './map-shape.js';
import { boxOf, type UnitBox } from './projection.js';
import { MAX_ZOOM } from './shape-rules.js';
import type { Feature, Geometry as JsonGeometry, Position, FeatureCollection } from 'geojson';
import type { Geometry } from '../geo/feature.js';
import * as library from '@maplibre/geojson-vt';

/** A tile and its content, encoded as a Mapbox Vector Tile. */
export interface CutTile {
  z: number;
  x: number;
  y: number;
  bytes: Uint8Array;
}

/**
 * The zoom levels are cut in bands, and each band is cut square by square. The library keeps every tile that
 * it has cut in memory, so cutting the whole country at once would require gigabytes. Cutting one square
 * requires a few megabytes.
 */
const BANDS: readonly { from: number; to: number; square: number }[] = [
  { from: 3, to: 6, square: 3 },
  { from: 7, to: 9, square: 6 },
  { from: 10, to: 11, square: 9 },
  { from: 12, to: 13, square: 11 },
];

/** An array of shapes, or a more compact collection. */
export interface Shapes {
  readonly length: number;
  at(place: number): MapShape | undefined;
}

/**
 * The number with which the library identifies line features. The geometry of a line feature is a list of
 * lines.
 */
const LINE = 2;
const EXTENT = 4096;
/**
 * How far shapes extend beyond the edge of a tile, in tile units, so that lines and labels continue across
 * the edge.
 */
const BUFFER = 64;
/** Areas that cover fewer pixels than this are left out, where a tile is 256 pixels wide. */
const MIN_AREA_PIXELS = 3;
/** One more than the last zoom of our tiles, because the library does not simplify at its last zoom. */
const LIBRARY_ZOOM = 14;

/**
 * Cuts shapes into tiles. Empty tiles are left out.
 * @param onProgress receives a `share` from 0 to 1
 */
export function* cutTiles(
  shapes: Shapes,
  onProgress: (share: number) => void = () => undefined,
): Generator<CutTile> {
  for (const [b, band] of BANDS.entries()) {
    const shown = shownIn(shapes, band.to);
    if (shown === null) continue;
    const { index, places } = shown;
    const squares = squaresOf(index, band.square);
    for (const [s, [x, y]] of squares.entries()) {
      const found = index.search(...squareBox(band.square, x, y)).sort((a, c) => a - c);
      const inSquare = found.map((k) => shapes.at(places[k])!);
      yield* cutSquare(inSquare, { ...band, x, y });
      onProgress((b + (s + 1) / squares.length) / BANDS.length);
    }
  }
}

/**
 * Indexes the shapes that are visible up to a zoom level by their bounding boxes, or returns null if there
 * are none.
 */
function shownIn(shapes: Shapes, zoom: number): { index: Flatbush; places: Uint32Array } | null {
  const places = new Uint32Array(shapes.length);
  const boxes = new Float64Array(4 * shapes.length);
  let shown = 0;
  for (let place = 0; place < shapes.length; place++) {
    const shape = shapes.at(place)!;
    if (shape.minZoom > zoom) continue;
    const box = boxOf(shape.geometry);
    if (shape.geometry.kind === 'area' && !isVisible(box, zoom)) continue;
    boxes.set(box, 4 * shown);
    places[shown++] = place;
  }
  if (shown === 0) return null;
  const index = new Flatbush(shown);
  for (let i = 0; i < shown; i++)
    index.add(boxes[4 * i], boxes[4 * i + 1], boxes[4 * i + 2], boxes[4 * i + 3]);
  index.finish();
  return { index, places };
}

function isVisible([west, north, east, south]: UnitBox, zoom: number): boolean {
  // The tiles of the last zoom are also stretched for higher zooms, where even a hut is visible.
  return zoom === MAX_ZOOM || Math.max(east - west, south - north) * 256 * 2 ** zoom >= MIN_AREA_PIXELS;
}

/**
 * Returns a square's box in the unit square, extended beyond its edges by the buffer at the square's own zoom
 * level.
 */
function squareBox(zoom: number, x: number, y: number): UnitBox {
  const side = 2 ** -zoom;
  const edge = (side * BUFFER) / EXTENT;
  return [x * side - edge, y * side - edge, (x + 1) * side + edge, (y + 1) * side + edge];
}

function squaresOf(index: Flatbush, zoom: number): [x: number, y: number][] {
  const at = (value: number): number => Math.min(2 ** zoom - 1, Math.max(0, Math.floor(value * 2 ** zoom)));
  const squares: [x: number, y: number][] = [];
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

/** Returns null if nothing in the tile is visible at this zoom. */
function encoded(tile: CutFeatures, shapes: readonly MapShape[], zoom: number): Uint8Array | null {
  const layers = new Map<MapLayer, TileFeature[]>();
  for (const { id, ...feature } of tile.features) {
    const { layer, minZoom } = shapes[id as number];
    if (minZoom > zoom) continue;
    const features = layers.get(layer);
    if (features === undefined) layers.set(layer, [feature]);
    else features.push(feature);
  }
  for (const [layer, features] of layers) layers.set(layer, withAlikeLinesTogether(features));
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

/**
 * Joins lines with the same properties into one feature that contains many lines, at the position of the
 * first one in the list. A town has thousands of streets with the same properties, and a page spends more
 * time on each feature than on the points in it.
 */
function withAlikeLinesTogether(features: readonly TileFeature[]): TileFeature[] {
  const lines = new Map<string, unknown[]>();
  const together: TileFeature[] = [];
  for (const feature of features) {
    const properties = JSON.stringify(feature.tags);
    const alike = feature.type === LINE ? lines.get(properties) : undefined;
    if (alike !== undefined) {
      alike.push(...feature.geometry);
      continue;
    }
    const geometry = [...feature.geometry];
    if (feature.type === LINE) lines.set(properties, geometry);
    together.push({ ...feature, geometry });
  }
  return together;
}

/**
 * Converts a shape to the library's format. @param id is included in each part of the shape that the library
 * returns
 */
function asGeojson(geometry: Geometry, properties: MapProperties, id: number): Feature {
  return { type: 'Feature', id, properties, geometry: geometryOf(geometry) };
}

function geometryOf(geometry: Geometry): JsonGeometry {
  if (geometry.kind === 'point')
    return { type: 'Point', coordinates: [geometry.lon7 / 1e7, geometry.lat7 / 1e7] };
  if (geometry.kind === 'line')
    return { type: 'MultiLineString', coordinates: geometry.lines.map(positionsOf) };
  return { type: 'MultiPolygon', coordinates: geometry.polygons.map((rings) => rings.map(positionsOf)) };
}

function positionsOf(line: Int32Array): Position[] {
  const positions: Position[] = [];
  for (let i = 0; i < line.length; i += 2) positions.push([line[i] / 1e7, line[i + 1] / 1e7]);
  return positions;
}

/** A feature in one tile, in tile units. */
interface TileFeature {
  /** The id assigned to the feature. */
  id?: number;
  /** 1 for points, 2 for lines, 3 for areas. */
  type: number;
  tags: Readonly<Record<string, string | number>>;
  /** Points, lines or rings. */
  geometry: readonly unknown[];
}

/** A tile in the form in which the library cuts it. */
interface CutFeatures {
  features: TileFeature[];
}

interface TileOptions {
  maxZoom: number;
  indexMaxZoom: number;
  extent: number;
  buffer: number;
  wrap: boolean;
}

/**
 * The parts of the library that we use. The library's own type definitions refer to files in a way that
 * Node's module resolution does not support.
 */
interface TileIndex {
  getTile(z: number, x: number, y: number): CutFeatures | null;
}
type TileIndexes = new (data: FeatureCollection, options: TileOptions) => TileIndex;

const TileIndex = (library as unknown as { GeoJSONVT: TileIndexes }).GeoJSONVT;
