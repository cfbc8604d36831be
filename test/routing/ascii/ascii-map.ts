import { toDegrees, toUnits } from '../../../src/geo/coordinates.js';
import { metersPerDegreeLat, metersPerDegreeLon } from '../../../src/geo/distance.js';
import type { Tags } from '../../../src/geo/feature.js';
import type { RoadNetwork, RoadWay, TurnRestriction } from '../../../src/routing/network/network.js';

/**
 * A road map drawn with characters:
 *
 *     1---A---B---2        Letters are nodes. Digits are points on the roads, never nodes.
 *         |   |            One column is 25 m and one row is 50 m, so a drawing looks right.
 *         C---D            Everything else is decoration for the reader's eye.
 *
 * The picture alone makes no road: each way is listed beside it, as a node string with its tags.
 */
export interface AsciiDrawing {
  picture: string;
  /**
   * Node string to tags: `{ ABC: 'highway=primary, oneway=yes', BD: '' }`. No tags mean
   * `highway=residential`. `AB#2` is a second way over the same nodes.
   */
  ways: Record<string, string>;
  /** Letter to tags: `{ B: 'barrier=gate' }` */
  nodes?: Record<string, string>;
  /**
   * Members and tags: `AB B BC: restriction=no_left_turn`. Several members have commas between them
   * (`AB,DB B BC`); via ways are more words (`AB BC CD`).
   */
  restrictions?: string[];
  /** Metres for one column, 25 by default. A row is twice that. */
  column_m?: number;
}

export interface AsciiMap {
  drawing: AsciiDrawing;
  network: RoadNetwork;
  /** The letter of each node of the network. */
  letters: string[];
  /** Letter or digit to [longitude, latitude] in degrees. */
  positions: Map<string, [number, number]>;
}

const CORNER = { lon: 106.9, lat: 47.95 };
const METERS_LON = metersPerDegreeLon(CORNER.lat);
const METERS_LAT = metersPerDegreeLat(CORNER.lat);

export function asciiMap(drawing: AsciiDrawing): AsciiMap {
  const positions = readPicture(drawing);
  const letters = [...positions.keys()].filter((character) => !isPoint(character)).sort();
  const ways = Object.entries(drawing.ways).map(([key, tags], i): RoadWay => ({
    id: i + 1,
    tags: tagsOf(tags === '' ? 'highway=residential' : tags),
    nodes: Uint32Array.from(nodesOf(key), (letter) => numberOf(letters, letter)),
  }));
  const keys = Object.keys(drawing.ways);
  const network: RoadNetwork = {
    nodeLon7: Int32Array.from(letters, (letter) => toUnits(positions.get(letter)![0])),
    nodeLat7: Int32Array.from(letters, (letter) => toUnits(positions.get(letter)![1])),
    nodeIds: Float64Array.from(letters, (letter) => letter.charCodeAt(0)),
    ways,
    nodeTags: new Map(
      Object.entries(drawing.nodes ?? {}).map(([letter, tags]) => [numberOf(letters, letter), tagsOf(tags)]),
    ),
    restrictions: (drawing.restrictions ?? []).map((text, i) => restrictionOf(text, 1000 + i, keys, letters)),
  };
  for (const letter of letters) {
    const [lon, lat] = positions.get(letter)!;
    positions.set(letter, [toDegrees(toUnits(lon)), toDegrees(toUnits(lat))]);
  }
  return { drawing, network, letters, positions };
}

function isPoint(character: string): boolean {
  return /\d/.test(character);
}

/** Reads `a=b, c=d` as tags. */
export function tagsOf(text: string): Tags {
  return Object.fromEntries(
    text
      .split(', ')
      .filter((part) => part !== '')
      .map((part) => {
        const at = part.indexOf('=');
        if (at < 1) throw new Error(`not a tag: "${part}"`);
        return [part.slice(0, at), part.slice(at + 1)];
      }),
  );
}

function readPicture({ picture, column_m = 25 }: AsciiDrawing): Map<string, [number, number]> {
  const positions = new Map<string, [number, number]>();
  picture.split('\n').forEach((line, row) => {
    [...line].forEach((character, column) => {
      if (!/[A-Za-z0-9]/.test(character)) return;
      if (positions.has(character)) throw new Error(`"${character}" is drawn twice`);
      positions.set(character, [
        CORNER.lon + (column * column_m) / METERS_LON,
        CORNER.lat - (row * 2 * column_m) / METERS_LAT,
      ]);
    });
  });
  return positions;
}

function nodesOf(key: string): string[] {
  return [...key.replace(/#.*/, '')];
}

function numberOf(letters: string[], letter: string): number {
  const number = letters.indexOf(letter);
  if (number === -1) throw new Error(`node ${letter} is not in the picture`);
  return number;
}

function restrictionOf(text: string, id: number, keys: string[], letters: string[]): TurnRestriction {
  const [members, tags] = text.split(': ');
  const words = members.split(' ');
  const wayIds = (word: string): number[] =>
    word.split(',').map((key) => {
      if (!keys.includes(key)) throw new Error(`way ${key} of a restriction is not listed`);
      return keys.indexOf(key) + 1;
    });
  const vias = words.slice(1, -1);
  return {
    id,
    tags: { type: 'restriction', ...tagsOf(tags) },
    from: wayIds(words[0]),
    to: wayIds(words[words.length - 1]),
    viaNodes: vias.filter((via) => via.length === 1).map((via) => numberOf(letters, via)),
    viaWays: vias.filter((via) => via.length > 1).flatMap(wayIds),
    incomplete: false,
  };
}
