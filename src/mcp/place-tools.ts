import { z } from 'zod';
import type { Answer } from '../client/answers.js';
import { distanceM, metersPerDegreeLat, metersPerDegreeLon } from '../geo/distance.js';
import type { Position } from '../geo/position.js';
import { shortDescription, shortPlace, shortProperties, shortText } from './short-answers.js';
import { deadline, LANGUAGE, MAP_LINK, type AddTool, type Asked } from './tool.js';
import { linkedPoint, takePlace, WHERE } from './where.js';

const MOST_RESULTS = 20;

const PLACE = z.object({
  name: z.string().nullable(),
  address: z.string().nullable(),
  type: z.string().nullable().describe('Such as pharmacy, address, street, district.'),
  latitude: z.number(),
  longitude: z.number(),
  id: z.string().nullable().describe('For place_details.'),
  components: z
    .record(z.string(), z.string())
    .optional()
    .describe('Parts of the address: khoroo, district, city, province, street ...'),
  distance_meters: z.number().optional().describe('Straight-line distance from `near` or the given point.'),
  matched_name: z.string().optional(),
  match: z.string().optional(),
  left_out: z.array(z.string()).optional(),
  confidence: z.number().optional(),
});

type Result = Answer<'GeocodeResult'>;

export function addPlaceTools(add: AddTool, asked: Asked): void {
  addSearch(add, asked);
  addReverse(add, asked);
  addDetails(add, asked);
}

function addSearch(add: AddTool, { client, link }: Asked): void {
  add(
    {
      name: 'search_places',
      title: 'Search places and addresses',
      description:
        'Finds places, streets and addresses by name, and kinds of places, such as "pharmacy" or ' +
        '"шатахуун", ' +
        'by `near`. Use it for "where is", "which khoroo or district", "what is near". A `match` of ' +
        '"partial" means that the words in `left_out` are not on the map; `confidence` says ' +
        'how certain the ' +
        'first result is, and is low if many places match, as for a kind of place.',
    },
    {
      query: z
        .string()
        .min(2)
        .max(200)
        .describe('A name, an address or one kind of place, in Cyrillic or Latin letters.'),
      near: WHERE.optional().describe('Coordinates or a name to search around. Nearer results rank higher.'),
      within_meters: z
        .number()
        .int()
        .min(1)
        .max(500_000)
        .optional()
        .describe('Only results within this distance of `near`, nearest first.'),
      limit: z.number().int().min(1).max(MOST_RESULTS).default(5),
      language: LANGUAGE,
    },
    { results: z.array(PLACE), map: MAP_LINK },
    async ({ query, near, within_meters, limit, language }) => {
      if (within_meters !== undefined && near === undefined)
        throw new Error('within_meters needs near, the place to search around.');
      const around = near === undefined ? null : await takePlace(client, near, language);
      const parameters = {
        ...{ q: query, lang: language, confidence: true },
        ...{ limit: within_meters === undefined ? limit : MOST_RESULTS, near: around?.position },
        ...(around !== null &&
          within_meters !== undefined && { bbox: boxAround(around.position, within_meters) }),
      };
      const { results } = await client.geocode(parameters, deadline());
      const found = around === null ? results : withDistances(results, around.position, within_meters);
      const view =
        around === null ? '' : `14/${around.position[1].toFixed(5)}/${around.position[0].toFixed(5)}&`;
      return {
        results: found.slice(0, limit).map(shortPlace),
        map: await link(`${view}q=${encodeURIComponent(query)}&l=${language}`),
      };
    },
  );
}

function boxAround([longitude, latitude]: Position, radius_m: number): number[] {
  const [dx, dy] = [radius_m / metersPerDegreeLon(latitude), radius_m / metersPerDegreeLat(latitude)];
  return [longitude - dx, latitude - dy, longitude + dx, latitude + dy];
}

/** With a radius, the nearest places come first; otherwise the search decides the order. */
function withDistances(
  results: readonly Result[],
  [longitude, latitude]: Position,
  radius_m?: number,
): Result[] {
  const far = results.map((result) => {
    const distance_m = distanceM(longitude, latitude, result.longitude, result.latitude);
    return { ...result, distance_meters: Math.round(distance_m) };
  });
  if (radius_m === undefined) return far;
  return far
    .filter(({ distance_meters }) => distance_meters <= radius_m)
    .sort((a, b) => a.distance_meters - b.distance_meters);
}

function addReverse(add: AddTool, { client, link }: Asked): void {
  const find = async (where: z.infer<typeof WHERE>, lang: 'mn' | 'en', describe: boolean) => {
    const taken = await takePlace(client, where, lang);
    const [lon, lat] = taken.position;
    const { results } = await client.geocode({ lat, lon, lang, ...(describe && { describe }) }, deadline());
    return { results, map: await link(`p=${linkedPoint(taken)}&l=${lang}`) };
  };
  add(
    {
      name: 'reverse_geocode',
      title: 'Find what is at a point',
      description:
        'Returns the address, place or street at coordinates, with khoroo and district. For a sentence to ' +
        'read out to a driver, use describe_location.',
    },
    { point: WHERE, language: LANGUAGE },
    { results: z.array(PLACE), map: MAP_LINK },
    async ({ point, language }) => {
      const { results, map } = await find(point, language, false);
      return { results: results.map(shortPlace), map };
    },
  );
  add(
    {
      name: 'describe_location',
      title: 'Describe a point in words',
      description:
        'Describes in one sentence where a point is, as you would tell a driver by phone: landmarks with ' +
        'distance and direction, the street and the khoroo; also its plus code.',
    },
    { point: WHERE, language: LANGUAGE },
    {
      sentence: z.string().nullable(),
      plus_code: z.string().nullable(),
      landmarks: z.array(
        z.object({
          ...{ name: z.string().nullable(), distance_meters: z.number(), direction: z.string() },
          id: z.string().nullable(),
        }),
      ),
      nearest: PLACE.nullable(),
      map: MAP_LINK,
    },
    async ({ point, language }) => {
      const { results, map } = await find(point, language, true);
      return { ...shortDescription(results), map };
    },
  );
}

function addDetails(add: AddTool, { client, link }: Asked): void {
  add(
    {
      name: 'place_details',
      title: 'Details of a place',
      description:
        'Everything known about a place from an earlier answer: opening hours, telephone, web page, ' +
        'wheelchair access, entrance and names in other languages. Fields missing from the map are omitted.',
    },
    {
      id: z.string().min(1).max(1200).describe('The `id` of a search_places result.'),
      language: LANGUAGE,
    },
    {
      ...PLACE.omit({ distance_meters: true, matched_name: true, match: true }).shape,
      opening_hours: z.string().nullable().optional().describe('In OpenStreetMap syntax: Mo-Fr 09:00-18:00.'),
      phone: z.string().nullable().optional(),
      website: z.string().nullable().optional(),
      wheelchair: z.string().nullable().optional(),
      entrance: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
      names: z.record(z.string(), z.unknown()),
      map: MAP_LINK,
    },
    async ({ id, language }) => {
      const { place } = await client.places({ id, lang: language }, deadline());
      const { names, entrance, opening_hours, phone, website, wheelchair } = place;
      const told = Object.entries({ opening_hours, phone, website, wheelchair });
      const name = shortText(place.name);
      const taken = { position: [place.longitude, place.latitude] as const, name };
      return {
        ...shortPlace(place),
        ...Object.fromEntries(
          told.flatMap(([key, text]) => (text === undefined ? [] : [[key, shortText(text)]])),
        ),
        ...(entrance !== undefined && { entrance }),
        names: shortProperties(names),
        map: await link(`p=${linkedPoint({ ...taken, said: place })}&l=${language}`),
      };
    },
  );
}
