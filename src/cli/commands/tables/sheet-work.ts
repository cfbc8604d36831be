import { createHash } from 'node:crypto';
import {
  accessSync,
  appendFileSync,
  constants,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { InputError } from '../../../errors.js';
import { servedPath } from '../../../dataset/dataset-folder.js';
import { fileIdentity } from '../../../dataset/read-dataset.js';
import { CurrentDataset } from '../../../sources/embedded/dataset/current-dataset.js';
import { PLACE_SETTINGS, readDatasetPlace } from '../../settings/dataset-place.js';
import { printNote } from '../../terminal/output.js';
import { ProgressPrinter } from '../../terminal/progress.js';
import { addSettingFlags, type SettingFlags, type SettingName } from '../../settings/settings.js';
import { Command } from 'commander';
import { isWorkbookName, MOST_COLUMNS, PIPED, writing, type SheetFile } from './sheet-file.js';
import { layersState } from '../../../dataset/layers/layer-folder.js';

/** Answers are saved after this many pieces or this much time, whichever comes first. */
const PIECES = 500;
const EVERY_MS = 1000;

export type SheetFlags = SettingFlags & {
  output?: string;
  overwrite?: boolean;
  sheet?: string;
  headerRow?: string;
};

/**
 * Creates a command that processes a table. @param settings the settings it needs in addition to those of the
 * dataset
 */
export function sheetCommand(
  name: string,
  description: string,
  settings: readonly SettingName[] = [],
): Command {
  const command = new Command(name)
    .description(description)
    .argument(
      '<file>',
      'table: .csv (UTF-8, UTF-16 or Windows-1251) or .xlsx, with a row of column names; - reads from a pipe',
    )
    .option('--sheet <name>', 'sheet of a workbook (default: the first one with the columns)')
    .option('--header-row <number>', 'row with the column names (default: the first one that has them)')
    .option('-o, --output <file>', 'output file, .csv or .xlsx (default: FILE.gazarch.csv or .xlsx)')
    .option('--overwrite', 'overwrite the output if it exists');
  return addSettingFlags(command, [...PLACE_SETTINGS, ...settings]);
}

/** The maximum number of rows in a workbook's sheet. */
const MOST_ROWS = 2 ** 20;
/** The maximum number of columns in any answer. */
const ANSWER_COLUMNS = 9;

/** The error messages for an output file that must not be written. */
export interface OutputTexts {
  exists: (path: string) => string;
  itself: (path: string) => string;
}
export const OUTPUT_TEXTS: OutputTexts = {
  exists: (path) => `${path} already exists; name another file with --output, or add --overwrite`,
  itself: (path) =>
    `${path} is the input workbook: its other sheets, formulas and fonts would be lost; name another file ` +
    'with --output',
};

function isSameFile(path: string, other: string): boolean {
  if (![path, other].every(existsSync)) return false;
  const [a, b] = [path, other].map((own) => statSync(own));
  return a.ino === b.ino && a.dev === b.dev;
}

/**
 * @throws InputError if the output file already exists and must not be replaced, or if the table is too large
 * for a worksheet
 */
export function outputOf(
  sheet: SheetFile,
  { output, overwrite }: SheetFlags,
  texts: OutputTexts = OUTPUT_TEXTS,
): string {
  if (sheet.path === PIPED && output === undefined)
    throw new InputError('if the table is piped in, specify the output with --output');
  const { dir, name } = parse(sheet.path);
  const path = output ?? join(dir, `${name}.gazarch.${sheet.csv === null ? 'xlsx' : 'csv'}`);
  if (existsSync(path) && !statSync(path).isFile())
    throw new InputError(`${path} is not a regular file; choose another file with --output`);
  const width = sheet.rows.reduce((most, row) => Math.max(most, row.length), 0) + ANSWER_COLUMNS;
  if (isWorkbookName(path) && (sheet.rows.length > MOST_ROWS || width > MOST_COLUMNS))
    throw new InputError(
      `a workbook can have at most ${MOST_ROWS} rows and ${MOST_COLUMNS} columns, but ${sheet.path} has ` +
        `${sheet.rows.length} and ${width} with the answers; specify a .csv file with --output`,
    );
  if (overwrite !== true && existsSync(path)) throw new InputError(texts.exists(path));
  if (sheet.csv === null && isSameFile(path, sheet.path)) throw new InputError(texts.itself(path));
  // This check reports the error before the work starts rather than after it ends.
  writing(path, () => accessSync(dirname(path), constants.W_OK));
  return path;
}

/** Reads the served dataset into memory. @throws InputError if there is none */
export async function openDatasetOf(flags: SheetFlags): Promise<CurrentDataset> {
  const { folder } = readDatasetPlace(flags, process.env);
  servedPath(folder);
  const dataset = new CurrentDataset(folder);
  await dataset.refresh();
  if (!dataset.isLoaded) throw dataset.refusal() ?? new InputError(`the dataset in ${folder} cannot be read`);
  return dataset;
}

interface Work<T> {
  /** The file next to which the saved answers are written. */
  beside: string;
  dataset: CurrentDataset;
  /** The values, besides the dataset, that affect the answers. */
  about: unknown;
  pieces: number;
  answer: (piece: number) => T | Promise<T>;
}

/**
 * Returns the table's own path, so that the work can resume even if the output is given another name. For a
 * piped table, or a table in a read-only folder, the function returns the output's path.
 */
export function workBeside({ path }: SheetFile, output: string): string {
  if (path === PIPED) return output;
  try {
    accessSync(dirname(path), constants.W_OK);
    return path;
  } catch {
    return output;
  }
}

/**
 * Computes answers piece by piece. All answers so far are saved in a separate `.part` file. If the work stops
 * and is started again with the same table, dataset and relevant options, it resumes after the saved answers.
 *
 * @returns the answers, and a function that removes the file once the output is complete
 */
export async function answersOf<T>(work: Work<T>): Promise<{ answers: T[]; forget: () => void }> {
  const { beside, dataset, about, pieces, answer } = work;
  const { folder } = dataset;
  // Creating a hard link as a backup changes `status_ms`, but does not affect the answers.
  const data = [{ ...fileIdentity(servedPath(folder)), status_ms: 0 }, layersState(folder)];
  const print = createHash('sha256')
    .update(JSON.stringify([about, data]))
    .digest('hex');
  // Two runs on one table, such as `geocode` in two languages, use different files.
  const path = `${beside}.${print.slice(0, 12)}.part`;
  const answers = begun<T>(path, print);
  if (answers.length > 0) printNote(`resuming after the first ${answers.length} of ${pieces}`);
  else writing(path, () => writeFileSync(path, `${print}\n`));
  const progress = new ProgressPrinter(process.stderr);
  let [lines, since_ms] = ['', performance.now()];
  for (let piece = answers.length; piece < pieces; piece++) {
    const own = await answer(piece);
    answers.push(own);
    lines += `${JSON.stringify([piece, own])}\n`;
    const isLast = piece + 1 === pieces;
    if (!isLast && (piece + 1) % PIECES !== 0 && performance.now() - since_ms < EVERY_MS) continue;
    writing(path, () => appendFileSync(path, lines));
    [lines, since_ms] = ['', performance.now()];
    progress.onProgress('rows', 'answered', (piece + 1) / pieces);
  }
  progress.clear();
  return { answers, forget: () => rmSync(path, { force: true }) };
}

/**
 * Returns the saved answers of an interrupted run. A partially written last line is discarded. If two
 * commands ran at the same time, both wrote the same answers.
 */
function begun<T>(path: string, print: string): T[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const [first, ...lines] = whole.split('\n').slice(0, -1);
  if (first !== print) return [];
  truncateSync(path, Buffer.byteLength(whole));
  const answers: T[] = [];
  for (const line of lines) {
    const [piece, answer] = JSON.parse(line) as [number, T];
    if (piece === answers.length) answers.push(answer);
  }
  return answers;
}
