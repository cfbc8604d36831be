import { pointOf, TraceFault, type RecordedPoint, type RecordedTrace } from './recorded-trace.js';

const TAG = /<(\/?)([\w:.-]+)([^>]*?)(\/?)>([^<]*)/g;
const IGNORED = /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[([^]*?)\]\]>/g;

/**
 * Reads the tracks of a GPX file, one per segment, and its routes. GPX has only tags, attributes and plain
 * text, so a full XML parser is not needed.
 * @throws TraceFault
 */
export function readGpx(xml: string): RecordedTrace[] {
  const text = xml.replace(IGNORED, (_, inner: string | undefined) => (inner ?? '').replaceAll('<', '&lt;'));
  const traces: RecordedTrace[] = [];
  let [name, open, place]: [string | null, RecordedTrace | null, string | null] = [null, null, null];
  let point: { attributes: string; time: string } | null = null;
  let count = 0;
  for (const [, closing, tag, attributes, empty, inner] of text.matchAll(TAG)) {
    const own = tag.slice(tag.indexOf(':') + 1);
    const isEnd = closing === '/' || empty === '/';
    if (own === 'trkpt' || own === 'rtept') {
      if (closing !== '/') point = { attributes, time: '' };
      if (isEnd && point !== null) {
        open?.points.push(read(point, ++count));
        point = null;
      }
    } else if (own === 'trkseg' || own === 'rte') {
      if (own === 'rte' && closing !== '/') name = null;
      open = isEnd ? null : { name, points: [] };
      if (open !== null) traces.push(open);
    } else if (own === 'trk' || own === 'wpt') {
      if (own === 'trk') name = null;
      place = own === 'wpt' && closing !== '/' ? 'wpt' : null;
    } else if (closing !== '/' && own === 'time' && point !== null) point.time = inner.trim();
    else if (closing !== '/' && own === 'name' && point === null && place === null) {
      name = unescaped(inner.trim()) || null;
      if (open !== null) open.name = name;
    }
  }
  if (open !== null) throw new TraceFault('it is cut off: its last track or route is incomplete');
  if (count === 0) throw new TraceFault('it has no track points (trkpt) or route points (rtept)');
  return traces.filter(({ points }) => points.length > 0);
}

function read({ attributes, time }: { attributes: string; time: string }, number: number): RecordedPoint {
  const of = (name: string): string =>
    new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1].trim() ?? '';
  return pointOf(`point ${number}`, [of('lon'), of('lat')], time);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, ten?: string, hex?: string, name = '') => {
    const code = ten === undefined ? (hex === undefined ? NaN : Number.parseInt(hex, 16)) : Number(ten);
    if (code <= 0x10ffff) return String.fromCodePoint(code);
    return ENTITIES[String(name)] ?? whole;
  });
}
