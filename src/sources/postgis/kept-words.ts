import type { WholeWords } from '../../geocoding/part/part-search.js';
import { AREA_LEVELS, AreaLexicon, numberOf, type NamedArea } from '../../geocoding/reading/area-lexicon.js';
import { Spellings } from '../../geocoding/reading/spellings.js';
import { Vocabulary } from '../../geocoding/lookup/layer-words.js';
import { BadAnswer } from '../upstream/upstream-error.js';
import { rowsOf } from './place-columns.js';
import { checkedVersion } from './postgis-about.js';
import type { Question, Row } from './postgis-client.js';
import type { RowReader } from './postgis-rows.js';

/** The words needed for reading queries, from one edition of the tables. */
export interface EditionWords extends WholeWords {
  edition: string;
}

type Ask = (question: Question) => Promise<readonly Row[]>;

/**
 * Caches the areas that queries name and the words of all names in the database: about ten bytes a word,
 * about 4 MB for Mongolia. The areas and words are read on first use, and again after an export.
 */
export class KeptWords {
  readonly #schema: string;
  #kept: EditionWords | null = null;

  constructor(schema: string) {
    this.#schema = schema;
  }

  /** @throws BadAnswer if rows are invalid, or NotLoaded if the schema has a different version */
  async of(ask: Ask): Promise<EditionWords> {
    return (this.#kept ??= await this.#read(ask));
  }

  /** Call this when an export has replaced the data in the tables. */
  forget(): void {
    this.#kept = null;
  }

  async #read(ask: Ask): Promise<EditionWords> {
    const rows = await ask(wordsQuestion(this.#schema));
    checkedVersion(rows);
    const [row] = rows;
    return {
      edition: textOf(row, 'edition'),
      lexicon: new AreaLexicon(rowsOf(row['areas'], 'areas').map(readArea)),
      spellings: new Spellings(vocabulariesOf(textOf(row, 'words'))),
    };
  }
}

/**
 * @param text one line per word: the word, its number of uses in names, and its number of uses in contexts
 */
function vocabulariesOf(text: string): Vocabulary[] {
  const words = text
    .split('\n')
    .filter((line) => line !== '')
    .map(readWord);
  return (['inNames', 'inContexts'] as const).map((column) =>
    Vocabulary.of(words.flatMap((each) => (each[column] > 0 ? [[each.word, each[column]] as const] : []))),
  );
}

/** Returns a single row so that all the data comes from the same edition. Words are separated by newlines. */
function wordsQuestion(schema: string): Question {
  return {
    text: `select b.schema_version, b.edition,
      (select coalesce(string_agg(concat_ws(' ', w.word, w.in_names, w.in_contexts), e'\\n'), '')
        from ${schema}.word w) as words,
      (select json_agg(json_build_object('rank', a.rank, 'names', a.names, 'type', p.type,
          'level', a.level, 'around', a.around, 'is_point', a.is_point, 'district', a.district,
          'bag_name', a.bag_name, 'context', a.context) order by a.rank)
        from ${schema}.area a join ${schema}.place p using (rank)) as areas
      from ${schema}.about b`,
    values: [],
  };
}

function textOf(row: Row, column: string): string {
  const text = row[column];
  if (typeof text !== 'string') throw new BadAnswer(`${column} is not a text`);
  return text;
}

function readWord(line: string): { word: string; inNames: number; inContexts: number } {
  const [word, inNames, inContexts] = line.split(' ');
  if (!/^\d+$/.test(inNames) || !/^\d+$/.test(inContexts))
    throw new BadAnswer(`a word is ${JSON.stringify(line).slice(0, 80)}`);
  return { word, inNames: Number(inNames), inContexts: Number(inContexts) };
}

function readArea(row: RowReader): NamedArea {
  const level = AREA_LEVELS.find((known) => known === row.text('level'));
  if (level === undefined) throw new BadAnswer(`unknown level ${row.text('level').slice(0, 80)}`);
  const names = row.texts('names');
  return {
    names,
    area: {
      row: row.number('rank', 0, 2 ** 31),
      type: row.text('type'),
      level,
      number: level === 'low' ? numberOf(names) : null,
      around: new Set(row.numbers('around')),
      isPoint: row.flag('is_point'),
      district: row.textOrNull('district'),
      bagName: row.textOrNull('bag_name') ?? '',
      context: row.number('context', -1, 2 ** 31),
    },
  };
}
