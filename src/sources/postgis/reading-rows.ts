import type { Sections } from '../../arrays/sections.js';
import type { Vocabulary } from '../../geocoding/lookup/layer-words.js';
import { GeocodingIndex } from '../../geocoding/geocoding-index.js';

/** The rows of a table, as written by an export. */
interface TableRows {
  table: string;
  types: readonly string[];
  rows: readonly (readonly unknown[])[];
  /** SQL expressions by column number (from 1), with `$` for the column's value. */
  expressions?: Readonly<Record<number, string>>;
}

const TEXTS = 'array(select json_array_elements_text($))';
const INTEGERS = 'array(select json_array_elements_text($)::integer)';

/** Yields the rows of a dataset that are needed to interpret queries. */
export function* readingRows(sections: Sections): Generator<TableRows> {
  const index = GeocodingIndex.from(sections);
  yield areaRows(index);
  yield wordRows(index);
  yield streetRows(index);
}

function areaRows({ ground }: GeocodingIndex): TableRows {
  const rows = Array.from(ground.areas(), ({ area, names }) => [
    ...[area.row, JSON.stringify(names), area.level, JSON.stringify([...area.around])],
    ...[area.isPoint, area.district, area.bagName, area.context],
  ]);
  return {
    table: 'area',
    types: ['integer', 'json', 'text', 'json', 'boolean', 'text', 'text', 'integer'],
    rows,
    expressions: { 2: TEXTS, 4: INTEGERS },
  };
}

function wordRows({ ground }: GeocodingIndex): TableRows {
  return {
    table: 'word',
    types: ['text', 'integer', 'integer'],
    rows: [...usesOf(ground.vocabularies)].map(([word, counts]) => [word, ...counts]),
  };
}

/** Returns, per word, the number of name forms and the number of context forms that contain it. */
function usesOf(vocabularies: readonly Vocabulary[]): Map<string, number[]> {
  const uses = new Map<string, number[]>();
  for (const [i, vocabulary] of vocabularies.entries())
    for (const [word, count] of vocabulary.words()) {
      const known = uses.get(word) ?? [0, 0];
      known[i] = count;
      uses.set(word, known);
    }
  return uses;
}

function streetRows(index: GeocodingIndex): TableRows {
  const rows: unknown[][] = [];
  for (let row = 0; row < index.size; row++)
    for (const { area, at } of index.ground.pointsElsewhere(row))
      rows.push([row, area, JSON.stringify(Array.from(index.chainAt(row, ...at))), `POINT(${at.join(' ')})`]);
  return {
    table: 'street_part',
    types: ['integer', 'integer', 'json', 'text'],
    rows,
    expressions: { 3: INTEGERS, 4: 'ST_GeomFromText($, 4326)' },
  };
}
