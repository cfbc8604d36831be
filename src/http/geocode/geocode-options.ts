import type { Box } from '../../geo/position.js';
import { Type } from '@sinclair/typebox';
import {
  PLACE_LANGUAGES,
  PLACE_LAYERS,
  type PlaceLanguage,
  type SearchRequest,
} from '../../sources/geocoder.js';
import type { Query } from '../../wire/query-string.js';
import {
  codePoints,
  invalid,
  NUMBER,
  oneOf,
  readOneOf,
  type Parameter,
  onOff,
  readOnOff,
} from '../core/request/parameter.js';
import { checkDegrees, PAIR, PAIR_RULE, pointOf } from '../core/request/position.js';

/** Request options beyond the query or the point. All are optional. */

const ONLY_FORWARD = 'In a reverse lookup, the parameter is checked but has no effect.';

const NEAR = Type.String({
  ...PAIR,
  description:
    `Forward geocoding: the user's location, ${PAIR_RULE} Within each match group, nearer places rank ` +
    'higher: a place loses 20 points of its prominence (0 to 100) each time its distance grows tenfold ' +
    `beyond 100 m. ${ONLY_FORWARD}`,
});

const LANG = oneOf(
  PLACE_LANGUAGES,
  'Language of names and addresses: Mongolian, English, Mongolian in Latin letters (MNS 5217:2012), or ' +
    'Russian. If the data has no name in that language, the Mongolian name is written in Latin ' +
    'letters, or kept unchanged for Russian. English addresses go from specific to general. Without ' +
    '`lang`, the display names are returned: the Mongolian names where the data has them. ' +
    '`Accept-Language` has no effect.',
);

/**
 * A category is a tag value in lower case. Pages and clients use the same pattern, and some of their
 * regular-expression engines lack Unicode letter classes.
 */
const KIND = '[a-z0-9_\\u0080-\\uffff]+';
const TYPES = { maxLength: 200, pattern: `^${KIND}(,${KIND}){0,19}$` };
const TYPES_PATTERN = new RegExp(TYPES.pattern);
const TYPE = Type.String({
  ...TYPES,
  description:
    'Forward geocoding: returns only results in these categories (the field `type`, such as ' +
    '`restaurant`) or layers ' +
    `(${PLACE_LAYERS.map((layer) => `\`${layer}\``).join(', ')}, the field \`layer\`), up to ` +
    `20, separated by commas. ${ONLY_FORWARD}`,
});

const BOX = { maxLength: 128, pattern: `^${NUMBER}(,${NUMBER}){3}$` };
const BOX_PATTERN = new RegExp(BOX.pattern);
const BOX_ORDER = 'west,south,east,north';
const BBOX = Type.String({
  ...BOX,
  description:
    'Forward geocoding: returns only results whose point lies in this box, given as ' +
    `\`${BOX_ORDER}\` in decimal ` +
    'degrees. West may be greater than east for a box that crosses the antimeridian. ' +
    ONLY_FORWARD,
});

const DESCRIBE = onOff(
  '`true`: `description` describes where the point is in one sentence, in Mongolian or, with ' +
    '`lang=en`, in English. ' +
    'In a search by name, this parameter is checked but has no effect.',
);

const CONFIDENCE = onOff(
  'Forward geocoding, `true`: `confidence` is the probability that the first result is the intended ' +
    'place. It ' +
    'is lower if other places also match, or if words are left over. Five places are compared for ' +
    `this, whatever \`limit\` is. ${ONLY_FORWARD}`,
);

const ZONES = onOff("`true`: results include `zones`, the operator's zones that contain them.");

/** Whether results include the zones that contain them. @throws OperatingError `unknown_value` */
export function readZones(query: Query): boolean {
  return query.values.has('zones') && readOnOff(query, 'zones');
}

/** The optional parameters of /v1/geocode. */
export const GEOCODE_OPTIONS: readonly Parameter[] = [
  {
    name: 'near',
    schema: NEAR,
    examples: { square: '106.9176,47.9189' },
    isAlternative: true,
  },
  {
    name: 'lang',
    schema: LANG,
    examples: { english: 'en', latin: 'mn-Latn', russian: 'ru' },
    isAlternative: true,
  },
  {
    name: 'type',
    schema: TYPE,
    examples: { food: 'restaurant,cafe', layer: 'street' },
    isAlternative: true,
  },
  {
    name: 'bbox',
    schema: BBOX,
    examples: { centre: '106.85,47.89,106.97,47.94' },
    isAlternative: true,
  },
  {
    name: 'describe',
    schema: DESCRIBE,
    examples: { on: true },
    isAlternative: true,
  },
  { name: 'confidence', schema: CONFIDENCE, examples: { on: true }, isAlternative: true },
  { name: 'zones', schema: ZONES, examples: { on: true }, isAlternative: true },
];

export type GeocodeOptions = Pick<SearchRequest, 'near' | 'lang' | 'types' | 'bbox'>;

/** Whether to describe the point in words. @throws OperatingError `unknown_value` */
export function readDescribe(query: Query): { describe?: true } {
  return readOnOff(query, 'describe') ? { describe: true } : {};
}

/** Whether to return the first result's confidence. @throws OperatingError `unknown_value` */
export function readConfidence(query: Query): boolean {
  return readOnOff(query, 'confidence');
}

/**
 * Reads only the options that were sent, so that the request to the source has no members for other options.
 *
 * @throws OperatingError INVALID_REQUEST with `details.field` and `details.reason`
 */
export function readGeocodeOptions({ values }: Query): GeocodeOptions {
  const near = values.get('near');
  const lang = readOneOf<PlaceLanguage, undefined>('lang', values.get('lang'), PLACE_LANGUAGES, undefined);
  const type = values.get('type');
  const bbox = values.get('bbox');
  return {
    ...(near !== undefined && { near: pointOf('near', near) }),
    ...(lang !== undefined && { lang }),
    ...(type !== undefined && { types: readTypes(type) }),
    ...(bbox !== undefined && { bbox: readBox(bbox) }),
  };
}

function readTypes(text: string): string[] {
  if (codePoints(text) > TYPES.maxLength)
    throw invalid('type', 'too_long', `type may have at most ${TYPES.maxLength} characters.`);
  if (!TYPES_PATTERN.test(text)) {
    throw invalid(
      'type',
      'bad_format',
      'type must be up to 20 categories or layers in lower case, separated by commas, such as hotel,cafe.',
    );
  }
  return [...new Set(text.split(','))];
}

/** @throws OperatingError `too_long`, `bad_format` or `out_of_range` */
export function readBox(text: string): Box {
  if (codePoints(text) > BOX.maxLength)
    throw invalid('bbox', 'too_long', `bbox may have at most ${BOX.maxLength} characters.`);
  if (!BOX_PATTERN.test(text))
    throw invalid(
      'bbox',
      'bad_format',
      `bbox must be four decimal numbers: ${BOX_ORDER}, such as 106.85,47.89,106.97,47.94.`,
    );
  const [west, south, east, north] = text.split(',').map(Number);
  for (const longitude of [west, east]) checkDegrees('bbox', 'longitude', longitude, BOX_ORDER);
  for (const latitude of [south, north]) checkDegrees('bbox', 'latitude', latitude, BOX_ORDER);
  if (south > north)
    throw invalid(
      'bbox',
      'out_of_range',
      `The south of bbox must not be greater than its north. The order is ${BOX_ORDER}.`,
    );
  return [west, south, east, north];
}
