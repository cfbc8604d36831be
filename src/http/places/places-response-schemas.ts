import { Type } from '@sinclair/typebox';
import { LATITUDE, LONGITUDE } from '../core/request/coordinates.js';
import { ref } from '../core/errors/error-schemas.js';
import { GEOCODE_SCHEMAS } from '../geocode/geocode-response-schemas.js';

const told = (description: string) => Type.Optional(Type.String({ description }));

const result = Type.Omit(GEOCODE_SCHEMAS.GeocodeResult, ['distance_meters', 'match', 'matched_name']);

const Place = Type.Object(
  {
    ...result.properties,
    type: Type.String({ description: 'The category in lower case, or `place` if no category is known.' }),
    names: Type.Record(Type.String(), Type.String(), {
      description: 'All tagged names, keyed by OpenStreetMap tag: `name`, `name:en`, `old_name`.',
    }),
    opening_hours: told('In the format of OpenStreetMap: `Mo-Fr 09:00-18:00`.'),
    phone: told('As tagged in OpenStreetMap. Several values are separated by `;`.'),
    website: told('As tagged in OpenStreetMap. Do not assume that the value is a URL.'),
    wheelchair: told('`yes`, `limited`, `no`, or another tagged value.'),
    entrance: Type.Optional(
      Type.Object(
        { latitude: LATITUDE, longitude: LONGITUDE },
        { description: 'The main entrance of a building, if it is mapped.' },
      ),
    ),
    links: Type.Object(
      {
        openstreetmap: told('The OpenStreetMap page of the place or point.'),
        edit: told('Opens the OpenStreetMap editor at this place.'),
      },
      { description: 'Empty for a place that is not from OpenStreetMap.' },
    ),
  },
  { description: 'Everything known about a place.' },
);

const PlaceResponse = Type.Object({ place: ref<typeof Place>('Place') }, { description: 'One place.' });

/** The schemas of the /v1/places answers, which `place-body.ts` writes. */
export const PLACES_SCHEMAS = { PlaceResponse, Place };
