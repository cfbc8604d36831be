import { keysOfAsked, typedWords, type AskedKeys } from '../../geocoding/part/candidate-keys.js';
import type { FoundRow } from '../../geocoding/place-hit.js';
import { freezePart, type PartContexts } from '../../geocoding/part/part-of-index.js';
import {
  isReadInParts,
  keyOfAsked,
  nothingNear,
  PartSearch,
  type AskedOfWhole,
  type AskedQuery,
  type SearchedPlace,
} from '../../geocoding/part/part-search.js';
import { compareRanks } from '../../geocoding/places/place.js';
import type { SearchRequest } from '../geocoder.js';
import type { EditionWords, KeptWords } from './kept-words.js';
import { BadAnswer } from '../upstream/upstream-error.js';
import { readForms, readOwnPlaces, readPlaces, rowsOf } from './place-columns.js';
import { checkedVersion } from './postgis-about.js';
import type { Question, Row } from './postgis-client.js';
import { searchQuestion, type SearchScope } from './search-question.js';

/** If no place is found, the query is retried with other wordings, at most this many at a time. */
const QUERIES_AT_ONCE = 16;

/** The places found, and the index that contains them. `rows` are row numbers in that index. */
export interface Found {
  search: PartSearch;
  rows: readonly FoundRow[];
}

type Ask = (question: Question) => Promise<readonly Row[]>;

/**
 * Finds places in the same way as the embedded engine: the database returns every place that may be among the
 * results, and the engine's own search runs on these places only.
 * @returns the best place first
 */
export async function searchPlaces(
  ask: Ask,
  request: Pick<SearchRequest, 'text' | 'limit'>,
  { schema, own, kept }: Pick<SearchScope, 'schema' | 'own'> & { kept: KeptWords },
): Promise<Found | null> {
  if (typedWords(request.text).length === 0) return null;
  const search = async (): Promise<Found | null> => {
    const words = await kept.of(ask);
    return new SelectingSearch(ask, request, { schema, own, words }).found();
  };
  const found = await search();
  if (found !== null) return found;
  // An export ran between two queries, so the ranks have changed.
  kept.forget();
  const again = await search();
  if (again === null) throw new BadAnswer('its tables keep changing while they are read');
  return again;
}

/** A single search, which requests more places until it has all the places that it needs. */
class SelectingSearch {
  readonly #ask: Ask;
  readonly #request: Pick<SearchRequest, 'text' | 'limit'>;
  readonly #scope: Pick<SearchScope, 'schema' | 'own'> & { words: EditionWords };
  /** The queries whose places have already been selected. */
  readonly #queries = new Map<string, AskedQuery>();
  readonly #areas = new Set<number>();

  constructor(
    ask: Ask,
    request: Pick<SearchRequest, 'text' | 'limit'>,
    scope: Pick<SearchScope, 'schema' | 'own'> & { words: EditionWords },
  ) {
    [this.#ask, this.#request, this.#scope] = [ask, request, scope];
  }

  /** Returns null if the tables and the words are from different editions. */
  async found(): Promise<Found | null> {
    const { text, limit } = this.#request;
    const isInParts = isReadInParts(text, this.#scope.words);
    for (const words of typedWords(text)) this.#add({ words, areas: [], landmark: [], isByName: isInParts });
    // If a query consists of several parts, its possible meanings are known before any places are selected.
    if (isInParts) this.#isMore(PartSearch.firstAsked(text, limit, this.#scope.words));
    else if (this.#mayBeNarrow()) {
      const narrow = await this.#selected(true);
      if (narrow === null) return null;
      const { rows, asked } = narrow.find(text, limit);
      if (rows.length === limit && asked.queries.length === 1 && rows.every(({ group }) => group <= 2))
        return { search: narrow, rows };
    }
    for (;;) {
      const search = await this.#selected(false);
      if (search === null) return null;
      const { rows, asked } = search.find(text, limit);
      // All the places that the search requested have been selected, so searching the whole dataset would
      // give the same result.
      if (!this.#isMore(asked)) return { search, rows };
    }
  }

  /**
   * Whether every word of the query occurs in names. Most queries come from users who are typing in a search
   * box.
   */
  #mayBeNarrow(): boolean {
    if (this.#queries.size > 1) return false;
    const [{ kinds, houses }] = this.#keys();
    return kinds.length === 0 && houses.length === 0;
  }

  #keys(): AskedKeys[] {
    return [...this.#queries.values()].map(keysOfAsked);
  }

  #add(query: AskedQuery): void {
    this.#queries.set(keyOfAsked(query), query);
  }

  /** Records requested data that has not been selected yet. @returns whether there is any such data */
  #isMore({ queries, areas }: AskedOfWhole): boolean {
    const fresh = queries.filter((query) => !this.#queries.has(keyOfAsked(query))).slice(0, QUERIES_AT_ONCE);
    for (const query of fresh) this.#add(query);
    const before = this.#areas.size;
    for (const { row } of areas) this.#areas.add(row);
    return fresh.length > 0 || this.#areas.size > before;
  }

  async #selected(isNarrow: boolean): Promise<PartSearch | null> {
    const { schema, own, words } = this.#scope;
    const scope = { schema, own, limit: this.#request.limit, isNarrow };
    const rows = await this.#ask(searchQuestion(this.#keys(), [...this.#areas], scope));
    checkedVersion(rows);
    const [row] = rows;
    if (row['edition'] !== words.edition) return null;
    return this.#searchOver(
      [
        ...readPlaces(row['places'], 'places'),
        ...readPlaces(row['supports'], 'supports'),
        ...readOwnPlaces(row['own']),
      ].sort(compareRanks),
      new Map(
        rowsOf(row['contexts'], 'contexts').map((context) => [
          context.number('context', 0, 2 ** 31),
          { forms: readForms(context.value('forms')), isKind: context.flag('is_kind') },
        ]),
      ),
      rowsOf(row['houses'], 'houses').map((house) => ({
        rank: house.number('rank', 0, 2 ** 31),
        number: house.text('number'),
        street: house.number('street', 0, 2 ** 31),
      })),
    );
  }

  #searchOver(
    places: readonly SearchedPlace[],
    contexts: PartContexts,
    houses: Parameters<typeof freezePart>[2],
  ): PartSearch {
    const sections = { ...freezePart(places, contexts, houses), ...nothingNear(places.length) };
    return new PartSearch(sections, places, this.#scope.words);
  }
}
