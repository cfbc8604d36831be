import type { Tags } from '../../geo/feature.js';
import { isHouseNumberKey } from './address-tags.js';
import { cleanText } from '../../text/words.js';

/**
 * Tag keys of names that are searched. Each may have a language behind it (`old_name:en`). `operator` is
 * not a name.
 */
const NAME_KEYS = [
  'name',
  'int_name',
  'alt_name',
  'old_name',
  'official_name',
  'short_name',
  'loc_name',
  'reg_name',
  'nat_name',
  'brand',
];
const CODE_KEYS = ['iata', 'icao'];
/**
 * A key of NAME_KEYS, perhaps with a number and a language behind it. `name:etymology` and the like do
 * not match.
 */
const NAME_KEY = new RegExp(
  `^(${NAME_KEYS.join('|')})(_\\d+)?` +
    `(:(?!etymology|wikidata|wikipedia|signed|source|prefix|suffix|left|right|forward|backward)` +
    `[a-zA-Z0-9_-]+)?$`,
);
/** Keys that are not names of the thing: `brand:en`, `brand:wikidata`. */
const NOT_A_NAME = /^brand:/;

/** Whether the tag is a name that is searched. */
export function isNameKey(key: string): boolean {
  return NAME_KEY.test(key) && !NOT_A_NAME.test(key);
}

/**
 * The name to display: `name:mn`, else `name`, else `name:en`, else any other name. Traditional script
 * is removed. Null when there is none.
 */
export function displayName(tags: Tags): string | null {
  for (const key of [
    'name:mn',
    'name',
    'name:en',
    'int_name',
    'official_name',
    'brand',
    'short_name',
    'alt_name',
  ]) {
    const value = shown(tags[key]);
    if (value !== null) return value;
  }
  for (const key in tags) {
    const value = key.startsWith('name:') && NAME_KEY.test(key) ? shown(tags[key]) : null;
    if (value !== null) return value;
  }
  return null;
}

/** All names that are searched, the displayed one first. Lists (`a;b`) are split. No text comes twice. */
export function searchedNames(tags: Tags): string[] {
  const display = displayName(tags);
  const names = new Set<string>(display === null ? [] : [display]);
  for (const key in tags) {
    if (!isNameKey(key)) continue;
    for (const part of tags[key].split(';')) {
      const name = shown(part);
      if (name !== null) names.add(name);
    }
  }
  return [...names];
}

/** Road numbers and airport codes. They are found by exact match only. */
export function exactRefs(tags: Tags): string[] {
  const values = [
    ...CODE_KEYS.map((key) => tags[key]),
    tags['highway'] === undefined ? undefined : tags['ref'],
  ];
  return values.flatMap((value) =>
    (value ?? '')
      .split(';')
      .map((ref) => ref.trim())
      .filter((ref) => ref !== ''),
  );
}

/** Post codes, which are found by exact match only too. */
export function postCodes(tags: Tags): string[] {
  return (tags['addr:postcode'] ?? tags['postal_code'] ?? '')
    .split(';')
    .map((code) => code.trim())
    .filter((code) => code !== '');
}

/** Whether an object can become a place: it has a searched name, a code, a house number or a road number. */
export function isWorthALook(tags: Tags): boolean {
  for (const key in tags) {
    if (isHouseNumberKey(key) || CODE_KEYS.includes(key) || (NAME_KEY.test(key) && !NOT_A_NAME.test(key)))
      return true;
  }
  return tags['ref'] !== undefined && tags['highway'] !== undefined;
}

/** The number of languages in which the name is given. */
export function languagesOf(tags: Tags): number {
  let count = 0;
  for (const key in tags) if (/^name:[a-z]{2,3}(-[A-Za-z]+)?$/.test(key)) count++;
  return count;
}

/** The first text of a list (`a;b`) in display form; null when it has no letter and no digit. */
function shown(value: string | undefined): string | null {
  if (value === undefined) return null;
  const name = cleanText(value.split(';')[0]);
  return /[\p{L}\p{N}]/u.test(name) ? name : null;
}
