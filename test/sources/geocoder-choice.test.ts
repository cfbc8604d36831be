import { expect, it } from 'vitest';
import { parseGeocoderChoice } from '../../src/sources/geocoder-choice.js';

it.each(['embedded', 'none'])('takes %s', (text) => expect(parseGeocoderChoice(text)).toBe(text));

it.each(['nominatim+http://host:8088', 'nominatim+https://me:secret@host/search'])('takes %s', (text) => {
  const url = new URL(text.replace('nominatim+', ''));
  expect(parseGeocoderChoice(text)).toEqual({ engine: 'nominatim', url });
});

it.each([
  ...['', 'Embedded', 'nominatim', 'nominatim+', 'nominatim+host:8088', 'nominatim+ftp://host'],
  ...['http://host:8088', 'photon+http://host', 'nominatim+http://', 'nominatim+http://host?x=1'],
  ...['nominatim+http://host#x', 'nominatim+http://a,embedded', 'nominatim+http://a;b'],
])('does not take "%s"', (text) => expect(parseGeocoderChoice(text)).toBeUndefined());
