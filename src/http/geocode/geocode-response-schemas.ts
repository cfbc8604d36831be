import { Type } from '@sinclair/typebox';
import type { Box } from '../../geo/position.js';
import {
  DIRECTIONS,
  MATCHES,
  PLACE_COMPONENTS,
  PLACE_LAYERS,
  SENTENCE_LETTERS,
} from '../../sources/geocoder.js';
import { LATITUDE, LONGITUDE } from '../core/request/coordinates.js';
import { orNull, ref } from '../core/errors/error-schemas.js';
import { oneOf } from '../core/request/parameter.js';
import { RESULT_ZONES, ZONE_SCHEMAS } from './zone-schemas.js';

const GeocodeResult = Type.Object(
  {
    id: Type.String({
      description:
        'Opaque, stable identifier of the place. It identifies the source object and stays the same when ' +
        'newer data is imported.',
    }),
    name: Type.String({ description: 'Display name, in the requested language.' }),
    matched_name: Type.Optional(
      Type.String({ description: 'The name that was found, if it differs from `name`.' }),
    ),
    match: Type.Optional(
      oneOf(
        MATCHES,
        'Forward lookups: how the query matched the place. `exact`: the query is the name, or ' +
          'the address with the house number. `beginning`: the name begins with the query. `words`: ' +
          'the name, or the name together with its areas, contains every word in the query. `derived`: ' +
          'words were matched by sound, corrected, translated, or read as a kind of place. `partial`: ' +
          'no place has all the words, so the words in `left_out` were ignored. Words that ' +
          'say nothing about ' +
          'the place do not count: a floor, a door, a telephone number. A query that is a point has ' +
          'no match.',
      ),
    ),
    left_out: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Only with `match` = `partial`: the words in the query that the place does not have, in the ' +
          'order of the query.',
      }),
    ),
    confidence: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          'Only with `confidence=true`, and only for the first result: the probability that this ' +
          'is the intended place, 2 decimals.',
      }),
    ),
    address: Type.Optional(
      orNull('string', {
        description:
          "The place's address or area, from general to specific: the containing areas, then the " +
          'street and house number if known. The address does not repeat the name. In reverse lookups, ' +
          'the areas are those of the requested point. Null if nothing is known.',
      }),
    ),
    latitude: LATITUDE,
    longitude: LONGITUDE,
    type: Type.String({
      description:
        'Forward lookups: the category in lower case (for example `poi`), or `place` if no ' +
        'category is known. Reverse lookups: the kind of match, `address`, `place` or `street`.',
    }),
    layer: Type.Optional(
      oneOf(
        PLACE_LAYERS,
        "The place's layer, which is the same in forward and reverse lookups. Not every data " +
          'source knows it.',
      ),
    ),
    components: Type.Optional(
      Type.Object(Object.fromEntries(PLACE_COMPONENTS.map((part) => [part, Type.Optional(Type.String())])), {
        description:
          'The known parts of the address. A place that is itself one of these parts ' +
          'is included: a district has its own name in `district`.',
      }),
    ),
    bbox: Type.Optional(
      Type.Unsafe<Box>(
        Type.Array(Type.Number({ minimum: -180, maximum: 180 }), {
          minItems: 4,
          maxItems: 4,
          description: 'The bounding box of an area or street: west, south, east, north.',
        }),
      ),
    ),
    distance_meters: Type.Optional(
      orNull('number', {
        minimum: 0,
        description: 'Reverse lookups only: meters from the requested point to the match, 1 decimal.',
      }),
    ),
    description: Type.Optional(ref<typeof PlaceDescription>('PlaceDescription')),
    zones: RESULT_ZONES,
  },
  { description: 'A place, an address or a street.' },
);

const PlaceDescription = Type.Object(
  {
    text: Type.String({
      maxLength: SENTENCE_LETTERS,
      description:
        'One sentence in Mongolian (in English with `lang=en`), as people would say it on the telephone.',
    }),
    landmarks: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        type: Type.String(),
        latitude: LATITUDE,
        longitude: LONGITUDE,
        direction: oneOf(DIRECTIONS, 'The direction from the landmark to the point.'),
        distance_meters: Type.Number({
          minimum: 0,
          description: 'Meters from the landmark to the point, 1 decimal.',
        }),
      }),
      {
        maxItems: 3,
        description:
          'The landmarks mentioned in the sentence: up to two, the better one first, then ' +
          'a river or lake.',
      },
    ),
    plus_code: Type.String({ description: 'The Open Location Code of the point, which denotes a 14 m box.' }),
  },
  { description: "Only with `describe=true`: a description of the requested point's location in words." },
);

const GeocodeResponse = Type.Object(
  {
    query: Type.String({
      description:
        'The search text, NFC-normalized, with whitespace trimmed and collapsed; for a ' +
        'reverse lookup, the `lat,lon` pair as interpreted.',
    }),
    results: Type.Array(ref<typeof GeocodeResult>('GeocodeResult'), {
      maxItems: 20,
      description: 'Matches, best first. Empty if nothing matched.',
    }),
    count: Type.Integer({ minimum: 0, maximum: 20, description: 'Number of results in this response.' }),
  },
  { description: 'The response to a forward or reverse geocoding request.' },
);

/** The schemas of the /v1/geocode answers, which `places-body.ts` writes. */
export const GEOCODE_SCHEMAS = {
  GeocodeResponse,
  GeocodeResult,
  PlaceDescription,
  ...ZONE_SCHEMAS,
};
