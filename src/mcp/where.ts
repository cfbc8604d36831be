import { z } from 'zod';
import type { Position } from '../geo/position.js';
import type { Answer } from '../client/answers.js';
import type { Gazarch } from '../client/client.js';
import { shortText } from './short-answers.js';
import { deadline } from './tool.js';
import { UnclearPlace } from './unclear-place.js';

/** A location: a point, or a name to search for. */

const POINT = z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) });

export const WHERE = z
  .union([POINT, z.string().min(2).max(200)])
  .describe(
    'Coordinates, or the name or address of a place with its district or town, such as "Narantuul market" ' +
      'or "БЗД 26-р хороо"; the answer says which place was chosen.',
  );

export type Where = z.infer<typeof WHERE>;

const CANDIDATE = z.object({
  ...{ name: z.string().nullable(), address: z.string().nullable() },
  ...{ latitude: z.number(), longitude: z.number() },
});

type Candidate = z.infer<typeof CANDIDATE>;

export const TAKEN = z
  .object({
    latitude: z.number(),
    longitude: z.number(),
    asked: z.string().optional(),
    name: z.string().nullable().optional(),
    address: z.string().nullable().optional(),
    confidence: z.number().optional(),
    left_out: z.array(z.string()).optional(),
    others: z.array(CANDIDATE).optional(),
  })
  .describe(
    'The place that was chosen for a name. If there is a `left_out` (words missing from the map) or a ' +
      'low `confidence`, ask the user whether the place is right; the places in `others` also match.',
  );

export interface Taken {
  position: Position;
  name: string | null;
  said: z.infer<typeof TAKEN>;
}

/** Below this confidence the assistant should ask the user, who sees the other candidates. */
const SURE = 0.8;

/**
 * Below this confidence, the result is more often wrong than right. Towns are accepted anyway, because a
 * town's name is taken to mean the largest town with that name.
 */
const GUESSED = 0.2;

/** @throws UnclearPlace if no place on the map has the name, or if several have it */
export async function takePlace(client: Gazarch, where: Where, language: 'mn' | 'en'): Promise<Taken> {
  const point = typeof where === 'string' ? writtenPoint(where) : where;
  if (point === null) return takeName(client, where as string, language);
  const { latitude, longitude } = point;
  return { position: [longitude, latitude], name: null, said: { latitude, longitude } };
}

async function takeName(client: Gazarch, where: string, language: 'mn' | 'en'): Promise<Taken> {
  const asked = { q: where, limit: 4, lang: language, confidence: true };
  const { results } = await client.geocode(asked, deadline());
  if (results.length === 0)
    throw new UnclearPlace(
      `Nothing on the map is called "${where}". Search with search_places for a part of the name ` +
        `or another ` +
        'spelling, or give coordinates.',
    );
  const found = results.map(candidateOf);
  const [{ confidence = 1, left_out, layer, match }] = results;
  if (confidence < GUESSED && results.length > 1 && layer !== 'settlement')
    throw new UnclearPlace(
      `"${where}" may be one of several places. Choose the one that fits the request, or ask ` +
        `the user; then ` +
        'try again with its coordinates.',
      found,
    );
  const isTown = layer === 'settlement' && match === 'exact';
  const others = isTown ? twinsOf(results) : found.slice(1, 3);
  const isSure = left_out === undefined && (confidence >= SURE || (isTown && others.length === 0));
  const [{ latitude, longitude, name }] = found;
  return {
    ...{ position: [longitude, latitude], name },
    said: {
      ...{ asked: where, ...found[0] },
      ...(!isSure && results[0].confidence !== undefined && { confidence }),
      ...(left_out !== undefined && { left_out: left_out.map((word) => shortText(word) ?? '') }),
      ...(!isSure && others.length > 0 && { others }),
    },
  };
}

type Result = Answer<'GeocodeResult'>;

const candidateOf = ({ name, address, latitude, longitude }: Result): Candidate => ({
  ...{ name: shortText(name), address: shortText(address), latitude, longitude },
});

/** Returns other towns with the same name. A soum and its center count as one town. */
function twinsOf([first, ...others]: readonly Result[]): Candidate[] {
  return others.filter(({ layer, name }) => layer === 'settlement' && name === first.name).map(candidateOf);
}

const WRITTEN_POINT = /^\s*(-?\d{1,3}\.\d+)[\s,;]+(-?\d{1,3}\.\d+)\s*$/;

/**
 * Parses a point as people write it, with the latitude first, unless the first number cannot be a latitude.
 */
function writtenPoint(text: string): z.infer<typeof POINT> | null {
  const [first, second] = (WRITTEN_POINT.exec(text) ?? []).slice(1).map(Number);
  const isTurned = Math.abs(first) > 90;
  const point = { latitude: isTurned ? second : first, longitude: isTurned ? first : second };
  return POINT.safeParse(point).success ? point : null;
}

export async function takePlaces(
  client: Gazarch,
  places: readonly Where[],
  language: 'mn' | 'en',
): Promise<Taken[]> {
  return Promise.all(places.map((where) => takePlace(client, where, language)));
}

/** Formats a point for links to the map page: `lon,lat,name`. */
export function linkedPoint({ position: [longitude, latitude], name }: Taken): string {
  const text = name === null ? '' : `,${encodeURIComponent(name)}`;
  return `${longitude.toFixed(5)},${latitude.toFixed(5)}${text}`;
}
