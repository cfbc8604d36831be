import { Type } from '@sinclair/typebox';

/** Query parameters: the bounds that requests are checked against, and that the description of the interface shows. */

export const Q = Type.String({
  minLength: 2,
  maxLength: 200,
  description:
    'Forward geocoding: a place name or an address in Cyrillic or Latin letters. At least 2 letters or digits. Length is counted in code points after ' +
    'Unicode NFC normalisation, trimming and collapsing of whitespace; what was sent may have at most 1,000 bytes of UTF-8.',
});

export const LIMIT = Type.Integer({
  minimum: 1,
  maximum: 20,
  default: 5,
  description:
    'Forward geocoding: maximum number of results. Checked, but without effect, in a reverse lookup.',
});

export const LAT = Type.Number({
  minimum: -90,
  maximum: 90,
  description: 'Reverse geocoding: WGS84 latitude in decimal degrees. Sent together with `lon`.',
});

export const LON = Type.Number({
  minimum: -180,
  maximum: 180,
  description: 'Reverse geocoding: WGS84 longitude in decimal degrees. Sent together with `lat`.',
});

/** A number as every parameter takes it: plain decimals, an optional sign and exponent, nothing else around or inside. */
const NUMBER = '[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?';

const PAIR = { maxLength: 64, pattern: `^${NUMBER},${NUMBER}$` };
const PAIR_RULE =
  'as `longitude,latitude` (GeoJSON order), two plain decimal numbers and one comma, longitude from -180 to 180, latitude from -90 to 90.';

export const ORIGIN = Type.String({ ...PAIR, description: `Start point, ${PAIR_RULE}` });

export const DESTINATION = Type.String({ ...PAIR, description: `End point, ${PAIR_RULE}` });

export const MODES = ['driving', 'walking'] as const;

export const MODE = Type.Unsafe<(typeof MODES)[number]>({
  type: 'string',
  enum: MODES,
  default: 'driving',
  description: 'Travel mode.',
});

export const NUMBER_PATTERN = new RegExp(`^${NUMBER}$`);
export const PAIR_PATTERN = new RegExp(PAIR.pattern);
