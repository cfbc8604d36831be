import { distanceM } from '../../geo/distance.js';
import { isStreetWord } from '../../text/canonical.js';
import { wordsOf } from '../../text/words.js';

type Position = readonly [lon: number, lat: number];
type Names = readonly [first: string, second: string];

/** Words for a crossing behind two streets: «Сөүлийн гудамж, Энхтайваны өргөн чөлөөний уулзвар дээр». */
const BEHIND = new RegExp(
  String.raw`\s+(?:уулзвар|огтлолцол|булан|uulzvar|bulan)(?:т|д|ын|аас|гийн|гаас|аар)?` +
    String.raw`(?:\s+(?:дээр|дээрээс|орчим|хавьд))?$`,
  'iu',
);
const ENGLISH =
  /^(?:at\s+)?(?:the\s+)?(?:corner|intersection|crossing|junction)\s+of\s+(.+?)\s+(?:and|&)\s+(.+)$/iu;
const AND = /\s+(?:&|ба|болон|and)\s+|\s*,\s+/iu;
const AMPERSAND = /^(.+?)\s+&\s+(.+)$/u;
/** Streets that come so near to each other meet: the lines of a wide one lie on both sides. Metres. */
const MEETING_M = 40;
/** The same in 1e-7 degrees of latitude; up to 60 degrees north it is at most twice as many of longitude. */
const REACH = (MEETING_M / 111_000) * 1e7;

/** The names of two streets whose crossing a text means, in each way to read it; empty for other texts. */
export function askedCrossing(text: string): Names[] {
  const [, a, b] = ENGLISH.exec(text) ?? AMPERSAND.exec(text) ?? [];
  if (b !== undefined) return [[a, b]];
  const streets = text.replace(BEHIND, '');
  if (streets === text) return [];
  const parts = streets.split(AND);
  if (parts.length > 1) return parts.length === 2 ? [[parts[0], parts[1]]] : [];
  const words = streets.split(' ');
  return words.flatMap((word, at): Names[] =>
    at + 1 < words.length && wordsOf(word).some(isStreetWord)
      ? [[words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')]]
      : [],
  );
}

/** A line and the box around it. Units of 1e-7 degrees. */
export interface BoxedLine {
  /** Pairs lon7, lat7. */
  line: Int32Array;
  box: Box;
}

export function withBoxes(lines: readonly Int32Array[]): BoxedLine[] {
  return lines.map((line) => ({ line, box: boxOf(line) }));
}

/** Where lines of two streets come nearest to each other; null when they do not meet. */
export function meetingOf(first: readonly BoxedLine[], second: readonly BoxedLine[]): Position | null {
  let best: Position | null = null;
  let nearest_m = MEETING_M;
  for (const { line: a, box } of first) {
    for (const { line: b, box: other } of second) {
      if (areApart(box, other)) continue;
      for (let i = 0; i < a.length; i += 2) {
        for (let j = 0; j < b.length; j += 2) {
          if (Math.abs(a[i + 1] - b[j + 1]) > REACH || Math.abs(a[i] - b[j]) > 2 * REACH) continue;
          const at: Position = [a[i] / 1e7, a[i + 1] / 1e7];
          const distance_m = distanceM(...at, b[j] / 1e7, b[j + 1] / 1e7);
          if (distance_m < nearest_m) [best, nearest_m] = [at, distance_m];
        }
      }
    }
  }
  return best;
}

type Box = readonly [west: number, south: number, east: number, north: number];

function boxOf(line: Int32Array): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < line.length; i += 2) {
    west = Math.min(west, line[i]);
    east = Math.max(east, line[i]);
    south = Math.min(south, line[i + 1]);
    north = Math.max(north, line[i + 1]);
  }
  return [west, south, east, north];
}

function areApart(a: Box, b: Box): boolean {
  return a[0] > b[2] + 2 * REACH || b[0] > a[2] + 2 * REACH || a[1] > b[3] + REACH || b[1] > a[3] + REACH;
}
