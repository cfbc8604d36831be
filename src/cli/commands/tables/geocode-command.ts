import type { Command } from 'commander';
import { counted } from '../../../counted.js';
import { InputError } from '../../../errors.js';
import { roundDegrees } from '../../../geo/coordinates.js';
import { DEFAULT_REVERSE_RADII } from '../../../geocoding/reverse/reverse-limits.js';
import { pointOfShortCode, typedPoint, type Point } from '../../../http/geocode/typed-point.js';
import { EmbeddedGeocoder } from '../../../sources/embedded/embedded-geocoder.js';
import { PLACE_LANGUAGES, type FoundPlace, type PlaceLanguage } from '../../../sources/geocoder.js';
import { judgedSearch } from '../../../sources/judged-search.js';
import { addressText } from '../../../tables/table-columns.js';
import { ZoneIndex } from '../../../zones/zone-index.js';
import { ZoneStore } from '../../../zones/zone-store.js';
import type { SettingFlags } from '../../settings/settings.js';
import { withDatabase } from '../../settings/with-database.js';
import { print, printWarning } from '../../terminal/output.js';
import { position } from '../../terminal/position.js';
import {
  column,
  named,
  pointColumns,
  pointIn,
  readPoints,
  readTable,
  withoutPoint,
} from './sheet-columns.js';
import {
  guardedCells,
  isBlank,
  isWorkbookName,
  withAnswers,
  writeSheetFile,
  type Cell,
  type SheetFile,
} from './sheet-file.js';
import {
  answersOf,
  openDatasetOf,
  outputOf,
  sheetCommand,
  workBeside,
  type SheetFlags,
} from './sheet-work.js';

type GeocodeFlags = SheetFlags & { column?: string[]; near?: string; lang?: string; zones?: boolean };
type ReverseFlags = SheetFlags & { lat?: string; lon?: string; lang?: string; zones?: boolean };

const FOUND = [
  ...['latitude', 'longitude', 'name', 'address', 'type'],
  ...['match', 'left_out', 'confidence', 'candidates'],
];
const NEAREST = ['name', 'address', 'type', 'distance_meters'];
const LANG = `language of names: ${PLACE_LANGUAGES.join(', ')}`;
const ZONES = 'add a column with the zones that contain each point, and their properties';
/** The number of alternatives listed after the first place, for people who check a row. */
const CANDIDATES = 3;

/** `gazarch geocode FILE` converts addresses to points. */
export function geocodeCommand(): Command {
  return sheetCommand('geocode', 'find the addresses in a table, using the dataset directly', ['database'])
    .option('--column <name>', 'column with the address; repeatable: several columns are joined', listed)
    .option('--near <point>', 'longitude,latitude: among equally good matches, nearer ones come first')
    .option('--lang <lang>', LANG)
    .option('--zones', ZONES)
    .action(async (file: string, flags: GeocodeFlags) => {
      const called = (flags.column ?? []).map((name) => ({ called: name }));
      const sheet = await readTable(file, flags, called.length > 0 ? called : ['address']);
      const columns = (flags.column ?? []).map((name) => named(sheet, name));
      if (columns.length === 0) columns.push(column(sheet, 'address', '--column', undefined));
      const lang = languageOf(flags.lang);
      const near = flags.near === undefined ? undefined : position('--near', flags.near);
      const more = { ...(lang !== undefined && { lang }), ...(near !== undefined && { near }) };
      const zones = await zonesOf(flags);
      const names = [...FOUND, ...zones.names];
      const about = { columns, more, ...zones.about };
      await answerRows(sheet, flags, { names, about }, (geocoder) => (row) => {
        const text = addressText(columns.map((own) => row[own] ?? null));
        const cells = foundCells(text === '' ? [] : locate(geocoder, text, more));
        const [latitude, longitude] = cells as (number | null)[];
        return [...cells, ...zones.at(latitude === null ? null : { latitude, longitude: longitude! })];
      });
    });
}

/** `gazarch reverse FILE` converts points to addresses. */
export function reverseCommand(): Command {
  return sheetCommand('reverse', 'find the place or address at each point in a table', ['database'])
    .option('--lat <column>', 'column of the latitude')
    .option('--lon <column>', 'column of the longitude')
    .option('--lang <lang>', LANG)
    .option('--zones', ZONES)
    .action(async (file: string, flags: ReverseFlags) => {
      const sheet = await readPoints(file, flags);
      const at = pointColumns(sheet, flags);
      const lang = languageOf(flags.lang);
      const lost = withoutPoint(sheet, at);
      if (lost !== null) printWarning(lost);
      const zones = await zonesOf(flags);
      const names = [...NEAREST, ...zones.names];
      const about = { at, lang, ...zones.about };
      await answerRows(sheet, flags, { names, about }, (geocoder) => (row) => {
        const point = pointIn(row, at);
        const found = point && geocoder.reverse({ ...point, ...(lang !== undefined && { lang }) });
        const own = zones.at(point);
        if (found === null) return [null, null, null, null, ...own];
        return [found.name, found.address, found.type, Math.round(10 * found.distance_m) / 10, ...own];
      });
    });
}

/** The zones column, if the user requested it. */
interface ZoneColumn {
  names: readonly string[];
  /** The values that affect the column's cells. */
  about: object;
  at: (point: Point | null) => (string | null)[];
}

/** @throws InputError if there is no key database */
async function zonesOf(flags: SettingFlags & { zones?: boolean }): Promise<ZoneColumn> {
  if (flags.zones !== true) return { names: [], about: {}, at: () => [] };
  const list = (await withDatabase(flags, { mayBeMade: false }, (open) =>
    new ZoneStore(open).changes(null),
  ))!;
  const areas = list.zones.filter(({ area }) => area !== null);
  const index = new ZoneIndex(areas.map(({ area }) => area!));
  const named = areas.map(({ name, properties }) => {
    const told = Object.entries(properties).flatMap(([key, value]) =>
      key !== 'name' && ['string', 'number', 'boolean'].includes(typeof value)
        ? [`${key}: ${String(value)}`]
        : [],
    );
    return told.length === 0 ? name : `${name} (${told.join(', ')})`;
  });
  const at: ZoneColumn['at'] = (point) => {
    const found = point === null ? [] : index.at(point.longitude, point.latitude);
    return [found.length === 0 ? null : found.map((number) => named[number]).join(' | ')];
  };
  return { names: ['zones'], about: { zones: list.version }, at };
}

/** Collects the values of a repeatable option. */
export function listed(value: string, before: string[] = []): string[] {
  return [...before, value];
}

function languageOf(text: string | undefined): PlaceLanguage | undefined {
  const lang = PLACE_LANGUAGES.find((own) => own === text);
  if (text !== undefined && lang === undefined)
    throw new InputError(`--lang must be ${PLACE_LANGUAGES.join(', ')}, not "${text}"`);
  return lang;
}

async function answerRows(
  sheet: SheetFile,
  flags: SheetFlags,
  { names, about }: { names: readonly string[]; about: unknown },
  by: (geocoder: EmbeddedGeocoder) => (row: readonly Cell[]) => Cell[],
): Promise<void> {
  const output = outputOf(sheet, flags);
  const dataset = await openDatasetOf(flags);
  const answerOf = by(new EmbeddedGeocoder(dataset, { radii: DEFAULT_REVERSE_RADII }));
  const asked = sheet.rows.flatMap((row, i) => (i > sheet.header && !isBlank(row) ? [i] : []));
  const { answers, forget } = await answersOf({
    beside: workBeside(sheet, output),
    dataset,
    about: [sheet.digest, names, about],
    pieces: asked.length,
    answer: (piece) => answerOf(sheet.rows[asked[piece]]),
  });
  const isText = !isWorkbookName(output);
  const cells = new Map(asked.map((row, i) => [row, isText ? guardedCells(answers[i]) : answers[i]]));
  const header = names.map((name) => `gazarch_${name}`);
  await writeSheetFile(output, withAnswers(sheet, header, cells), sheet.csv, { name: sheet.sheet });
  forget();
  const found = answers.filter(([first]) => first !== null).length;
  print(`${counted(asked.length, 'row')}, ${found} found: ${output}`);
}

type More = Pick<Parameters<EmbeddedGeocoder['search']>[0], 'near' | 'lang'>;

/**
 * A place, or the point that a text represents. A point has a name only if there is a place at its location.
 */
type Located = Pick<FoundPlace, 'latitude' | 'longitude'> &
  Partial<{ [own in keyof FoundPlace]: FoundPlace[own] | null }>;

/** Returns the places that an address may refer to, most likely first. */
export function locate(geocoder: EmbeddedGeocoder, text: string, more: More): readonly Located[] {
  const point = typedPointOf(geocoder, text);
  // The embedded source answers synchronously.
  if (point === null) return judgedSearch(geocoder, { ...more, text, limit: 1 + CANDIDATES }) as FoundPlace[];
  const { name = null, address = null, type = null } = geocoder.reverse({ ...point, ...more }) ?? {};
  return [{ ...point, name, address, type, confidence: 1 }];
}

/** Returns the point that a text specifies; the text may be a short plus code followed by a town. */
function typedPointOf(geocoder: EmbeddedGeocoder, text: string): Point | null {
  const typed = typedPoint(text);
  if (typed === null || typed.kind === 'point') return typed;
  const [town] = geocoder.search({ text: typed.town, limit: 1 });
  return town === undefined ? null : pointOfShortCode(typed.code, town);
}

/** Returns the cells for an address, one for each column in FOUND. */
function foundCells([first, ...others]: readonly Located[]): Cell[] {
  if (first === undefined) return [null, null, null, null, null, 'none', null, 0, null];
  const { name = null, address = null, type = null, match = null, left_out: lost, confidence = null } = first;
  const point = (own: Located): number[] => [roundDegrees(own.latitude), roundDegrees(own.longitude)];
  const candidates = others.map((own) =>
    [`${point(own).join()} ${own.name}`, own.address].filter((text) => text !== null).join(', '),
  );
  const kept = [match, lost?.join(' ') || null, confidence, candidates.join(' | ') || null];
  return [...point(first), name, address, type, ...kept];
}
