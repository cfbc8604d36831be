import { Effort } from './effort.js';
import { section, type Sections } from '../../arrays/sections.js';
import { readingsOf, type Reading } from '../../text/forms.js';
import type { Word } from '../../text/words.js';
import { ContextIndex } from '../lookup/context-index.js';
import { isToward, LONGEST_ENDING, withoutLastCase } from '../../text/strip-case.js';
import { encodeKey, type SlotRange } from '../lookup/key-text.js';
import { joinedKey } from '../../text/join.js';
import { KeyLayer } from '../lookup/key-layer.js';
import { CalledHouses } from './called-houses.js';
import { CategorySearch, isInQuarter, tellsWhere } from './category-search.js';
import { ContextSearch, type AddressHits } from './context-search.js';
import { isStrictKey, type ForwardHit, type LayerKind, type NameGroup } from './forward-hit.js';
import { Landmarks, type Landmark } from './landmarks.js';
import { HouseSearch, type HouseReader } from './house-search.js';
import { NameMatches } from './name-matches.js';
import { formInGroup, strictForm } from './name-search.js';
import { OwnStreets } from './own-streets.js';
import { QueryPlan } from './query-plan.js';
import type { Beside, NameFinder, Searched, SearchedCategory, SearchPlan } from './search-contract.js';
import { TolerantSearch } from './tolerant-search.js';

/** The names in one index, arranged for forward search. */
export class SingleIndex implements Searched {
  readonly strict: KeyLayer;
  readonly loose: KeyLayer;
  readonly contexts: ContextIndex;
  readonly around: ContextSearch;
  readonly houses: HouseSearch;
  readonly called: CalledHouses;
  readonly ownStreets: OwnStreets;
  readonly categories: CategorySearch;
  readonly tolerant: TolerantSearch;
  readonly #twins: Uint32Array;

  readonly effort = new Effort();

  /** @throws Error if a section is missing or of another type */
  constructor(sections: Sections) {
    this.strict = new KeyLayer(sections, 'name.s.');
    this.loose = new KeyLayer(sections, 'name.l.');
    this.contexts = new ContextIndex(sections);
    this.around = new ContextSearch(this.contexts);
    this.houses = new HouseSearch(sections, this.contexts);
    this.called = new CalledHouses(this.houses, this.contexts.strict);
    this.ownStreets = new OwnStreets(sections);
    this.categories = new CategorySearch(
      this.contexts,
      this,
      new Landmarks(sections, this.strict, this.loose),
    );
    this.tolerant = new TolerantSearch(this.loose);
    this.#twins = section(sections, 'place.twin', Uint32Array);
  }

  /** @param houses the reader of house numbers, if numbers in other indexes also count */
  plan(words: readonly Word[], before?: SearchPlan, houses: HouseReader = this.houses): SinglePlan {
    this.effort.addNames(words.length);
    return new SinglePlan(
      this,
      new QueryPlan(readingsOf(words), this, houses, (before as SinglePlan)?.query),
    );
  }

  insideOf(words: readonly Word[]): ((row: number) => boolean) | null {
    return this.categories.insideOf(words);
  }

  inTown(words: readonly Word[]): ((row: number) => boolean) | null {
    return this.categories.inTown(this.categories.landmarks(words, false, this.categories));
  }

  /** @param landmarks the landmarks with this name, if landmarks in other indexes also count */
  besideOf(
    words: readonly Word[],
    landmarks: readonly Landmark[] = this.categories.landmarks(words, true, this.categories),
  ): Beside | null {
    if (landmarks.length === 0) return null;
    return {
      rank: landmarks.some(tellsWhere) ? 0 : landmarks.length,
      isQuarter: isInQuarter(landmarks),
      distanceOf: this.categories.distanceFrom(landmarks),
    };
  }

  mayHaveInside(words: readonly Word[]): boolean {
    const least = joinedKey(words.map((word) => word.strict)).slice(0, -LONGEST_ENDING);
    return least === '' || !isEmpty(this.contexts.strict.headRange(encodeKey(least)));
  }

  isCalled(words: readonly Word[]): boolean {
    const key = encodeKey(joinedKey(words.map((word) => word.strict)));
    const { from, to } = this.strict.wholeRange(key, this.strict.headRange(key));
    return from < to;
  }

  namesOf(row: number): readonly string[] {
    const names: string[] = [];
    for (let form = this.strict.firstFormOf(row); form < this.strict.firstFormOf(row + 1); form++)
      names.push(this.strict.formKey(form));
    return names;
  }

  isTown(words: readonly Word[]): boolean {
    return this.categories.isTown(words);
  }

  beginsName(words: readonly Word[]): boolean {
    const { from, to } = this.strict.headRange(encodeKey(joinedKey(words.map((word) => word.strict))));
    return from < to;
  }

  calledByStem(words: readonly Word[]): readonly Word[] | null {
    // The name of a matching place must begin with nearly all of these letters. Most queries fail this test.
    const joined = joinedKey(words.map((word) => word.strict));
    const least = joined.slice(0, -LONGEST_ENDING);
    if (least !== '' && isEmpty(this.strict.headRange(encodeKey(least))) && !isToward(words)) return null;
    return withoutLastCase(words).find((bare) => this.isCalled(bare)) ?? null;
  }

  category(words: readonly Word[]): SearchedCategory | null {
    this.effort.addKind(words.length);
    const query = this.categories.read(words);
    if (query === null) return null;
    return {
      isAlone: query.rest.length === 0,
      rows: (key, isEmpty) => this.categories.rows(query, key, isEmpty),
    };
  }

  hasNumber(row: number, key: string): boolean {
    return this.ownStreets.hasNumber(row, key);
  }

  misspelt(readings: readonly Reading[]): number[][] {
    return this.tolerant.rows(readings);
  }

  thingOf(row: number): number {
    return this.#twins[row];
  }

  /** @throws Error that names the first fault */
  verify(rows: number): void {
    this.strict.verify();
    this.loose.verify();
    if (![this.strict, this.loose].every((layer) => layer.formRow.every((row) => row < rows)))
      throw new Error('name index: a reference to a nonexistent row');
    if (this.#twins.length !== rows || !this.#twins.every((twin, row) => twin <= row))
      throw new Error('place table: a reference to a nonexistent twin');
    this.contexts.verify(rows);
    this.houses.verify(rows);
  }
}

/** The plan for searching one index with a query. */
export class SinglePlan implements SearchPlan {
  readonly query: QueryPlan;
  readonly #part: SingleIndex;

  constructor(part: SingleIndex, query: QueryPlan) {
    this.#part = part;
    this.query = query;
  }

  names(): NameFinder {
    return new NameMatches(this.query, this.#part.houses, this.#part.called);
  }

  around(key: LayerKind, hits: AddressHits): void {
    for (const query of this.query.wideQueries(key)) this.#part.around.find(key, query, hits);
  }

  houses(key: LayerKind): number[][] {
    const rows: number[] = [];
    for (const house of this.query.houses) this.#part.houses.addRows(house, { kind: key, group: 5 }, rows);
    return this.#part.ownStreets.sorted(rows, this.query.typed.words);
  }

  formOf({ row, group, key }: ForwardHit, words: readonly Word[]): number | null {
    const { around, tolerant } = this.#part;
    if (group === 7) return tolerant.formOf(readingsOf(words), row);
    if (isStrictKey(key)) return strictForm(this.query.typed, group as NameGroup, row, key === 'literal');
    const queries = this.query.queries[key];
    if (group <= 4) {
      const groups: readonly NameGroup[] = group === 3 ? [3, 1, 2] : [group as NameGroup];
      for (const query of queries) {
        const found = groups.map((each) => formInGroup(query, each, row)).find((form) => form !== null);
        if (found !== undefined) return found;
      }
      return null;
    }
    const found = queries.map((query) => around.formOf(key, query, row)).filter((form) => form !== null);
    return found.sort((a, b) => a.rank - b.rank)[0]?.form ?? null;
  }
}

function isEmpty({ from, to }: SlotRange): boolean {
  return from === to;
}
