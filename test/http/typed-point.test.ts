import { encode } from 'pluscodes';
import { describe, expect, it } from 'vitest';
import { pointOfShortCode, typedPoint } from '../../src/http/geocode/typed-point.js';
import { seededRandom } from '../seeded-random.js';

const SEED = 39;
const POINTS = 200;

/** Degrees, minutes and seconds. */
function sexagesimal(degrees: number, [positive, negative]: string): string {
  const all = Math.round(Math.abs(degrees) * 36_000) / 10;
  const [d, m, s] = [Math.floor(all / 3600), Math.floor((all % 3600) / 60), (all % 60).toFixed(1)];
  return `${d}°${m}'${s}"${degrees < 0 ? negative : positive}`;
}

function minutes(degrees: number, [positive, negative]: string): string {
  const all = Math.abs(degrees);
  return `${degrees < 0 ? negative : positive} ${Math.floor(all)}° ${((all % 1) * 60).toFixed(4)}'`;
}

/** Spellings of a point in Mongolia, by who writes so. */
const SPELLINGS: Readonly<Record<string, (lat: number, lon: number) => string>> = {
  'latitude first': (lat, lon) => `${lat}, ${lon}`,
  'longitude first': (lat, lon) => `${lon},${lat}`,
  'a blank between': (lat, lon) => `${lat} ${lon}`,
  'in brackets': (lat, lon) => `(${lat}; ${lon})`,
  'with letters': (lat, lon) => `${lat}N ${lon}E`,
  'letters before': (lat, lon) => `E${lon} N${lat}`,
  'with words': (lat, lon) => `lat: ${lat}, lon: ${lon}`,
  'decimal commas': (lat, lon) => `${String(lat).replace('.', ',')}; ${String(lon).replace('.', ',')}`,
  'degrees, minutes, seconds': (lat, lon) => `${sexagesimal(lat, 'NS')} ${sexagesimal(lon, 'EW')}`,
  'degrees and minutes': (lat, lon) => `${minutes(lat, 'NS')}, ${minutes(lon, 'EW')}`,
  'geo:': (lat, lon) => `geo:${lat},${lon}?z=16`,
  'geo: of Android': (lat, lon) => `geo:0,0?q=${lat},${lon}(Гэр)`,
  Google: (lat, lon) => `https://www.google.com/maps/@${lat},${lon},17z`,
  'Google, a place': (lat, lon) =>
    `https://www.google.com/maps/place/X/@1.5,2.5,17z/data=!3m1!4b1!4m5!3m4!1s0x5:0x1!8m2!3d${lat}!4d${lon}`,
  'Google, a search': (lat, lon) => `https://maps.google.com/?q=${lat},${lon}`,
  OpenStreetMap: (lat, lon) => `https://www.openstreetmap.org/#map=17/${lat}/${lon}`,
  'OpenStreetMap, a marker': (lat, lon) =>
    `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=17/1.5/2.5`,
  Apple: (lat, lon) => `https://maps.apple.com/?ll=${lat},${lon}&q=X`,
  Yandex: (lat, lon) => `https://yandex.ru/maps/?ll=${lon}%2C${lat}&z=16`,
  'a plus code': (lat, lon) => encode({ latitude: lat, longitude: lon }, 11)!,
};

describe('a point as a text', () => {
  it.each(Object.entries(SPELLINGS))(`is read as it is written: %s (${POINTS} points)`, (_, write) => {
    const random = seededRandom(SEED);
    for (let i = 0; i < POINTS; i++) {
      const lat = Number((42 + 9 * random()).toFixed(5)) + 0.000001;
      const lon = Number((91 + 28 * random()).toFixed(5)) + 0.000001;
      const text = write(Number(lat.toFixed(6)), Number(lon.toFixed(6)));
      const point = typedPoint(text);
      expect(point?.kind, `seed ${SEED}: ${text}`).toBe('point');
      if (point?.kind !== 'point') continue;
      expect(Math.abs(point.latitude - lat), text).toBeLessThan(0.0002);
      expect(Math.abs(point.longitude - lon), text).toBeLessThan(0.0002);
    }
  });

  it.each(
    [
      ['17, 25', '91.5, 200.5', '1/1/1', '47.9', 'Энхтайваны өргөн чөлөө 15', '8.5 км, 3.2', '99112233'],
      ['geo:91,0', 'https://www.google.com/maps/place/Ulaanbaatar', 'https://example.com/@47.9,106.9', '4+5'],
      ['47°60\'0"N 106°0\'0"E', '3-р хороо, 15.5', 'Хан-Уул 47,9'],
    ].flat(),
  )('is no point: %s', (text) => expect(typedPoint(text)).toBeNull());

  it.each([
    ['latitude first where either may be', '45.5, 46.5', 45.5, 46.5],
    ['longitude first when only so it lies in the country', '88.5, 48.5', 48.5, 88.5],
    ['a southern latitude', '33.5S 70.5W', -33.5, -70.5],
    ['Russian letters', '47.5С 106.5В', 47.5, 106.5],
  ])('takes %s', (_, text, latitude, longitude) =>
    expect(typedPoint(text)).toEqual({ kind: 'point', latitude, longitude }),
  );

  it('takes a short plus code with a town, before or behind', () => {
    const [latitude, longitude] = [47.9189, 106.9176];
    const whole = encode({ latitude, longitude })!;
    for (const text of [`${whole.slice(4)} Улаанбаатар`, `Улаанбаатар, ${whole.slice(4)}`]) {
      const point = typedPoint(text);
      expect(point).toEqual({ kind: 'short_code', code: whole.slice(4), town: 'Улаанбаатар' });
      const found = pointOfShortCode(whole.slice(4), { latitude: 47.91, longitude: 106.88 })!;
      expect(Math.abs(found.latitude - latitude)).toBeLessThan(0.0002);
      expect(Math.abs(found.longitude - longitude)).toBeLessThan(0.0002);
    }
  });
});
