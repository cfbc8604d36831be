import { pointOf, TraceFault, type RecordedPoint, type RecordedTrace } from './recorded-trace.js';

const DAY_MS = 86_400_000;

/**
 * Reads the positions in an NMEA 0183 log from its RMC sentences, which contain a date, or from its GGA
 * sentences if there are no RMC sentences.
 * @throws TraceFault
 */
export function readNmea(text: string): RecordedTrace[] {
  const lines = text.split(/\r\n|\n|\r/).map((line, i) => ({ line: line.trim(), number: i + 1 }));
  const sentences = (kind: string) => lines.filter(({ line }) => line.slice(3, 6) === kind && isSound(line));
  const dated = sentences('RMC').flatMap(({ line, number }) => {
    const [, clock, status, lat, ns, lon, ew, , , date] = line.split(',');
    if (status !== 'A') return [];
    return [pointAt(number, { lat, ns, lon, ew }, dayOf(date) + clockOf(clock))];
  });
  const points = dated.length > 0 ? dated : withoutDates(sentences('GGA'));
  if (points.length === 0) throw new TraceFault('it has no positions (RMC or GGA sentences)');
  return [{ name: null, points }];
}

/** Adds dates to times: if a time is earlier than the previous one, it is after midnight on the next day. */
function withoutDates(sentences: { line: string; number: number }[]): RecordedPoint[] {
  let [day_ms, last_ms] = [0, 0];
  return sentences.flatMap(({ line, number }) => {
    const [, clock, lat, ns, lon, ew, quality] = line.split(',');
    if (quality === '0' || lat === '') return [];
    const own_ms = clockOf(clock);
    if (own_ms < last_ms - DAY_MS / 2) day_ms += DAY_MS;
    last_ms = own_ms;
    return [pointAt(number, { lat, ns, lon, ew }, day_ms + own_ms)];
  });
}

/** Whether the checksum after the asterisk matches the sentence; some logs have no checksums. */
function isSound(line: string): boolean {
  const star = line.lastIndexOf('*');
  if (star === -1) return true;
  let sum = 0;
  for (let i = 1; i < star; i++) sum ^= line.charCodeAt(i);
  return Number.parseInt(line.slice(star + 1, star + 3), 16) === sum;
}

interface Written {
  lat: string;
  ns: string;
  lon: string;
  ew: string;
}

function pointAt(line: number, { lat, ns, lon, ew }: Written, time_ms: number): RecordedPoint {
  const longitude = (ew === 'W' ? -1 : 1) * degreesOf(lon);
  const latitude = (ns === 'S' ? -1 : 1) * degreesOf(lat);
  return { ...pointOf(`line ${line}`, [longitude, latitude], null), time_ms };
}

/** `4753.1234` means 47 degrees and 53.1234 minutes. */
function degreesOf(text: string): number {
  const [, degrees, minutes] = /^(\d{1,3})(\d\d(?:\.\d+)?)$/.exec(text) ?? [];
  return Number(degrees) + Number(minutes) / 60;
}

function clockOf(text: string): number {
  const [, hours, minutes, seconds] = /^(\d\d)(\d\d)(\d\d(?:\.\d+)?)$/.exec(text) ?? [];
  return Math.round(1000 * (3600 * Number(hours) + 60 * Number(minutes) + Number(seconds)));
}

function dayOf(text: string): number {
  const [, day, month, year] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  return Date.UTC(2000 + Number(year), Number(month) - 1, Number(day));
}
