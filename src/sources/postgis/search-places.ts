import type { Sections } from '../../arrays/sections.js';
import { keysOfWords, typedWords, type AskedKeys, type AskedWords } from '../../geocoding/candidate-keys.js';
import { GeocodingIndex, type FoundRow } from '../../geocoding/geocoding-index.js';
import { freezePart, type PartContexts } from '../../geocoding/part-of-index.js';
import { compareRanks } from '../../geocoding/places/place.js';
import { ReverseBuilder } from '../../geocoding/reverse/reverse-build.js';
import type { SearchRequest } from '../geocoder.js';
import { readForms, readOwnPlaces, readPlaces, rowsOf } from './place-columns.js';
import { checkedVersion } from './postgis-about.js';
import type { Question, Row } from './postgis-client.js';
import { searchQuestion, type SearchScope } from './search-question.js';

/** What nothing is found for is asked in other words; so many of them at a time. */
const QUERIES_AT_ONCE = 4;

/** What was found, in an index of its own: rows are those of `index`. */
export interface Found {
  index: GeocodingIndex;
  rows: readonly FoundRow[];
}

/**
 * Finds places as the embedded engine does: the database gives all that may be among the answers, and the
 * engine's own search runs over these alone.
 * @returns best first
 */
export async function searchPlaces(
  ask: (question: Question) => Promise<readonly Row[]>,
  { text, limit }: Pick<SearchRequest, 'text' | 'limit'>,
  { schema, own }: Pick<SearchScope, 'schema' | 'own'>,
): Promise<Found | null> {
  const typed = typedWords(text);
  if (typed.length === 0) return null;
  const queries: AskedKeys[] = typed.map(keysOfWords);
  /** The search decides which of them counts; what it asks after that one comes behind all. */
  const others = typed.length - 1;
  const selected = async (isNarrow: boolean): Promise<GeocodingIndex> =>
    readSelection(await ask(searchQuestion(queries, { schema, own, limit, isNarrow })));
  if (others === 0 && queries[0].kinds.length === 0 && queries[0].houses.length === 0) {
    const index = await selected(true);
    const asked: AskedWords[] = [];
    const rows = index.find(text, limit, undefined, asked);
    if (rows.length === limit && asked.length === 1 && rows.every(({ group }) => group <= 2))
      return { index, rows };
  }
  for (;;) {
    const index = await selected(false);
    const asked: AskedWords[] = [];
    const rows = index.find(text, limit, undefined, asked);
    // All that the search has asked for was selected, so with the whole it would have come out the same.
    if (others + asked.length <= queries.length) return { index, rows };
    const known = queries.length - others;
    queries.push(...asked.slice(known, known + QUERIES_AT_ONCE).map(keysOfWords));
  }
}

/** @throws BadAnswer for what cannot be, NotLoaded for a schema of another version */
function readSelection(rows: readonly Row[]): GeocodingIndex {
  checkedVersion(rows);
  const [row] = rows;
  const places = [
    ...readPlaces(row['places'], 'places'),
    ...readPlaces(row['supports'], 'supports'),
    ...readOwnPlaces(row['own']),
  ].sort(compareRanks);
  const contexts: PartContexts = new Map(
    rowsOf(row['contexts'], 'contexts').map((context) => [
      context.number('context', 0, 2 ** 31),
      { forms: readForms(context.value('forms')), isKind: context.flag('is_kind') },
    ]),
  );
  const houses = rowsOf(row['houses'], 'houses').map((house) => ({
    rank: house.number('rank', 0, 2 ** 31),
    number: house.text('number'),
    street: house.number('street', 0, 2 ** 31),
  }));
  return GeocodingIndex.from(
    { ...freezePart(places, contexts, houses), ...nothingNear(places.length) },
    { readsErrors: false },
  );
}

/** For a search nothing has to be near. */
function nothingNear(places: number): Sections {
  return new ReverseBuilder(new Uint16Array(places), new Float32Array(places)).sections();
}
