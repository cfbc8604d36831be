import type { Reading } from '../../text/forms.js';
import type { Word } from '../../text/words.js';
import type { HouseQuery, HouseReader } from './house-search.js';
import type { KeyLayer } from '../lookup/key-layer.js';
import { LayerQuery } from './layer-query.js';

type LayerKind = 'strict' | 'loose';

/** The minimum number of letters for a loose key to match names. */
const SHORTEST_DERIVED = 4;

/** All readings of a query in both layers, and the houses that they may refer to. */
export class QueryPlan {
  readonly houses: readonly HouseQuery[];
  /** The words as typed. */
  readonly words: readonly Word[];
  /**
   * The queries per layer. An open reading assumes a last letter that has not been typed yet, so it has no
   * strict query.
   */
  readonly queries: Record<LayerKind, readonly LayerQuery[]>;
  /** The unchanged words, as strict keys. */
  readonly typed: LayerQuery;
  /** Whether the query has so few letters that a similar-sounding name is only weak evidence of a match. */
  readonly isShort: boolean;
  readonly #wide: Record<LayerKind, readonly LayerQuery[] | null> = { strict: null, loose: null };

  /** @param before the plan of a query that this query may extend */
  constructor(
    readings: readonly Reading[],
    layers: Record<LayerKind, KeyLayer>,
    houseReader: HouseReader,
    before?: QueryPlan,
  ) {
    this.houses = readings.flatMap((reading) => houseReader.queriesOf(reading));
    this.words = readings[0].words;
    this.queries = {
      strict: readings
        .filter((reading) => !reading.isOpen)
        .map((reading) => new LayerQuery(reading, layers.strict, 'strict', before?.queries.strict)),
      loose: readings.map((reading) => new LayerQuery(reading, layers.loose, 'loose', before?.queries.loose)),
    };
    [this.typed] = this.queries.strict;
    this.isShort = this.typed.joined.length < SHORTEST_DERIVED;
  }

  /**
   * Returns the queries that cover groups 3 to 6, where a query word only needs to be a prefix of another
   * word. In these groups, a search for сумын finds nothing that a search for сум does not.
   */
  wideQueries(kind: LayerKind): readonly LayerQuery[] {
    return (this.#wide[kind] ??= withoutCovered(this.queries[kind]));
  }
}

function withoutCovered(queries: readonly LayerQuery[]): readonly LayerQuery[] {
  if (queries.length < 2) return queries;
  // If two queries cover each other, the first one is kept.
  return queries.filter(
    (query, i) =>
      !queries.some((other, at) => at !== i && covers(other, query) && (at < i || !covers(query, other))),
  );
}

/** Whether each word of `wide` is a prefix of the corresponding word of `narrow`, or is the same number. */
function covers(wide: LayerQuery, narrow: LayerQuery): boolean {
  if (wide.words.length !== narrow.words.length || wide.goesWithNext !== narrow.goesWithNext) return false;
  return narrow.words.every((word, i) => {
    if (wide.isNumber[i] !== narrow.isNumber[i]) return false;
    return wide.isNumber[i] ? word === wide.words[i] : word.startsWith(wide.words[i]);
  });
}
