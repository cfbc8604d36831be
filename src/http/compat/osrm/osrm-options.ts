import type { Position } from '../../../geo/position.js';
import { AVOIDED_KINDS, type AvoidedKind, type Bearing, type StopApproach } from '../../../sources/router.js';
import type { Query } from '../../../wire/query-string.js';
import { NUMBER } from '../../core/request/parameter.js';
import { KEY_PARAMETERS } from '../compat-endpoint.js';
import { osrmError } from './osrm-errors.js';
import { checkCoordinates } from './osrm-target.js';

/** The options that all services share. Hints are accepted but have no effect. */
export interface GeneralOptions {
  bearings: (Bearing | null)[];
  /** In meters; `Infinity` stands for the maximum distance that the deployment allows. */
  radiuses: number[];
  approaches: StopApproach[];
  /** The kinds of road to avoid. */
  exclude: AvoidedKind[];
  hasHints: boolean;
  hasWaypoints: boolean;
}

const GENERAL = [
  ...['bearings', 'radiuses', 'generate_hints', 'hints', 'approaches', 'exclude', 'snapping'],
  'skip_waypoints',
];

/**
 * Returns the values of the options.
 * @param own the names of the service's own options
 * @throws OperatingError INVALID_REQUEST for an option that does not exist in OSRM, as in OSRM itself
 */
export function optionsOf({ values, repeated }: Query, own: readonly string[]): Query['values'] {
  for (const name of values.keys()) {
    const isKnown = own.includes(name) || GENERAL.includes(name);
    if (!isKnown && !KEY_PARAMETERS.includes(name))
      throw osrmError('InvalidQuery', `Unknown option. Known are: ${[...own, ...GENERAL].join(', ')}.`);
    if (isKnown && repeated?.has(name) === true)
      throw osrmError('InvalidQuery', `${name} was sent more than once.`, name);
  }
  return values;
}

/**
 * Parses the options without comparing their entry counts with the number of points: like OSRM, this function
 * reports malformed values first.
 * @throws OperatingError INVALID_REQUEST
 */
export function readGeneral(values: Query['values']): GeneralOptions {
  return {
    bearings: entriesOf(values, 'bearings').map(readBearing),
    radiuses: entriesOf(values, 'radiuses').map(readRadius),
    approaches: entriesOf(values, 'approaches').map(readApproach),
    exclude: [],
    hasHints: readSwitch(values, 'generate_hints', true),
    hasWaypoints: !readSwitch(values, 'skip_waypoints', false),
  };
}

function entriesOf(values: Query['values'], name: string): string[] {
  const text = values.get(name) ?? '';
  return text === '' ? [] : text.split(';');
}

/**
 * Returns the same options with one entry per point.
 * @throws OperatingError INVALID_REQUEST
 */
export function fitted(
  general: GeneralOptions,
  values: Query['values'],
  points: readonly Position[],
): GeneralOptions {
  const fit = <T>(name: string, entries: T[], none: T): T[] => {
    if (entries.length === 0) return points.map(() => none);
    if (entries.length === points.length) return entries;
    throw osrmError('InvalidOptions', `Number of ${name} does not match number of coordinates.`, name);
  };
  const own = {
    bearings: fit('bearings', general.bearings, null),
    radiuses: fit('radiuses', general.radiuses, Infinity),
    approaches: fit('approaches', general.approaches, 'unrestricted' as const),
  };
  checkCoordinates(points);
  const exclude = readExclude(values.get('exclude') ?? '');
  if (readWord(values, 'snapping', ['default', 'any'], 'default') === 'any')
    throw osrmError('NotImplemented', 'snapping=any is not supported.', 'snapping');
  return { ...general, ...own, exclude };
}

/**
 * Rejects options about the side of the road for services that cannot choose a side.
 * @param what the name of the service
 * @throws OperatingError INVALID_REQUEST
 */
export function refuseSides({ bearings, approaches }: GeneralOptions, what: string): void {
  if (bearings.some((bearing) => bearing !== null))
    throw osrmError('NotImplemented', `${what} does not support bearings.`, 'bearings');
  if (approaches.includes('curb'))
    throw osrmError('NotImplemented', `${what} does not support approaches.`, 'approaches');
}

/**
 * Maps OSRM's road classes to the kinds of road of this service. Unlike OSRM, this service avoids these roads
 * only if there is another way.
 */
function readExclude(text: string): AvoidedKind[] {
  return (text === '' ? [] : text.split(',')).map((name) => {
    const kind = AVOIDED_KINDS.find((known) => known === name);
    if (kind !== undefined) return kind;
    throw osrmError('InvalidValue', 'Exclude flag combination is not supported.', 'exclude');
  });
}

function readBearing(text: string): Bearing | null {
  if (text === '') return null;
  if (!/^\d{1,3},\d{1,3}$/.test(text)) throw invalidOption('bearings', 'degrees,range');
  const [degrees, range] = text.split(',').map(Number);
  if (degrees > 360 || range > 180) throw invalidOption('bearings', 'degrees,range');
  // A range of 180 degrees on each side allows any direction.
  return range === 180 ? null : { degrees, range };
}

const DECIMAL = new RegExp(`^${NUMBER}$`);

function readRadius(text: string): number {
  if (text === '' || text === 'unlimited') return Infinity;
  const radius = DECIMAL.test(text) ? Number(text) : NaN;
  if (!(radius >= 0)) throw invalidOption('radiuses', 'meters, or unlimited');
  return radius;
}

function readApproach(text: string): StopApproach {
  if (text === '' || text === 'unrestricted') return 'unrestricted';
  if (text === 'opposite')
    throw osrmError('NotImplemented', 'approaches=opposite is not supported.', 'approaches');
  if (text !== 'curb') throw invalidOption('approaches', 'curb or unrestricted');
  return 'curb';
}

/** @throws OperatingError INVALID_REQUEST */
export function readSwitch(values: Query['values'], name: string, byDefault: boolean): boolean {
  return readWord(values, name, ['true', 'false'], byDefault ? 'true' : 'false') === 'true';
}

/** @throws OperatingError INVALID_REQUEST */
export function readWord<Word extends string>(
  values: Query['values'],
  name: string,
  words: readonly Word[],
  byDefault: NoInfer<Word>,
): Word {
  const text = values.get(name) ?? byDefault;
  const word = words.find((own) => own === text);
  if (word === undefined) throw invalidOption(name, words.join(', '));
  return word;
}

/** Parses comma-separated words. @throws OperatingError INVALID_REQUEST */
export function readWords(text: string, name: string, words: readonly string[]): string[] {
  const list = text.split(',');
  if (list.some((word) => !words.includes(word))) throw invalidOption(name, words.join(', '));
  return list;
}

/** Parses a number greater than 0. @throws OperatingError INVALID_REQUEST */
export function readPositive(values: Query['values'], name: string): number | undefined {
  const text = values.get(name);
  if (text === undefined) return undefined;
  const value = DECIMAL.test(text) ? Number(text) : NaN;
  if (Number.isNaN(value)) throw invalidOption(name, 'a number above 0');
  if (!(value > 0 && value < Infinity)) throw osrmError('InvalidOptions', `${name} must be > 0`, name);
  return value;
}

export function invalidOption(name: string, allowed: string): Error {
  return osrmError('InvalidQuery', `${name} must be ${allowed}.`, name);
}
