import type { Tags } from '../../geo/feature.js';
import { fullAddress } from './full-address.js';
import { HOUSE_NAME, houseNumberTag, isAddressKey } from './address-tags.js';
import { cleanText, isTraditional } from '../../text/words.js';

/**
 * The tag keys of the names that searches use. Each key may have a language suffix (`old_name:en`). The
 * `operator` tag counts as a name only for machines.
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
  HOUSE_NAME,
];
/** Machines that people call by the operator's name, such as a bank's ATM. Values of `amenity`. */
const MACHINES: ReadonlySet<string> = new Set([
  ...['atm', 'charging_station', 'parcel_locker', 'payment_terminal', 'vending_machine'],
]);
const OPERATOR_KEY = /^operator(:(mn|en|ru))?$/;
/** The name of a structure that a road crosses or passes through. */
const STRUCTURE_KEY = /^(bridge|tunnel):name(:[a-z]{2,3})?$/;
const CODE_KEYS = ['iata', 'icao'];
/**
 * Matches a key of NAME_KEYS, optionally followed by a number and a language. Keys like `name:etymology` do
 * not match.
 */
const NAME_KEY = new RegExp(
  `^(${NAME_KEYS.join('|')})(_\\d+)?` +
    `(:(?!etymology|wikidata|wikipedia|signed|source|prefix|suffix|left|right|forward|backward)` +
    `[a-zA-Z0-9_-]+)?$`,
);
/** Matches keys that are not names of the object itself: `brand:en`, `brand:wikidata`. */
const NOT_A_NAME = /^brand:/;

/** Whether the tag is a name that searches use. */
export function isNameKey(key: string): boolean {
  return NAME_KEY.test(key) && !NOT_A_NAME.test(key);
}

/**
 * Returns the name to display: `name:mn`, else `name`, else `name:en`, else any other name, else a whole
 * address that does not name a street. Text in traditional script is removed if the name also contains
 * another script. If traditional script is the only script, it is converted to Latin letters. Returns null if
 * there is no name.
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
    HOUSE_NAME,
  ]) {
    const value = shown(tags[key]);
    if (value !== null) return value;
  }
  for (const key in tags) {
    const value = key.startsWith('name:') && NAME_KEY.test(key) ? shown(tags[key]) : null;
    if (value !== null) return value;
  }
  if (isMachine(tags)) return shown(tags['operator:mn']) ?? shown(tags['operator']);
  return traditionalName(tags) ?? (houseNumberTag(tags) === undefined ? fullAddress(tags) : null);
}

/** Returns the first name that is written only in traditional script, converted to Latin letters. */
function traditionalName(tags: Tags): string | null {
  for (const key in tags)
    if (/^name(:|$)/.test(key) && isNameKey(key) && isTraditional(tags[key])) return cleanText(tags[key]);
  return null;
}

function isMachine(tags: Tags): boolean {
  return MACHINES.has(tags['amenity']?.split(';')[0].trim());
}

/**
 * Returns all names that searches use, with the displayed name first. Lists (`a;b`) are split. Duplicates are
 * removed.
 */
export function searchedNames(tags: Tags): string[] {
  const display = displayName(tags);
  const names = new Set<string>(display === null ? [] : [display]);
  const hasOperator = isMachine(tags);
  for (const key in tags) {
    if (!isNameKey(key) && !(hasOperator && OPERATOR_KEY.test(key))) continue;
    for (const part of tags[key].split(';')) {
      const name = isTraditional(part) ? cleanText(part) : shown(part);
      if (name !== null) names.add(name);
    }
  }
  return [...names];
}

/** The word that follows a branch's name: «Нисэх салбар» or «Нисэх». */
const BRANCH_WORD = /\s*салбар$/i;

/** Returns the names that people form from a name and `branch`: Хаан банк Нисэх, Хаан банк Нисэх салбар. */
export function branchNames(tags: Tags, names: readonly string[]): string[] {
  const made = new Set<string>();
  for (const key of ['branch', 'branch:mn', 'branch:en']) {
    const branch = shown(tags[key])?.replace(BRANCH_WORD, '');
    if (branch === undefined || branch === '') continue;
    for (const name of names) {
      if (name.toLowerCase().includes(branch.toLowerCase())) continue;
      made.add(`${name} ${branch}`);
      if (CYRILLIC.test(name)) made.add(`${name} ${branch} салбар`);
    }
  }
  return [...made].filter((name) => !names.includes(name));
}

const CYRILLIC = /\p{Script=Cyrillic}/u;

/** Returns the tags of the bridge or tunnel that a road names explicitly, or null if there is none. */
export function structureTags(tags: Tags): { kind: 'bridge' | 'tunnel'; tags: Tags } | null {
  for (const kind of ['bridge', 'tunnel'] as const) {
    const own = tags[`${kind}:name`];
    if (own === undefined || displayName({ name: own }) === displayName(tags)) continue;
    const names = Object.entries(tags).flatMap(([key, value]) =>
      STRUCTURE_KEY.test(key) && key.startsWith(kind) ? [[key.slice(kind.length + 1), value] as const] : [],
    );
    return { kind, tags: { man_made: kind, ...Object.fromEntries(names) } };
  }
  return null;
}

/**
 * Returns road numbers and airport codes. Road numbers and airport codes are only found by an exact match.
 */
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

/** The category for postcodes as places. */
export const POSTCODE = 'postcode';
/** Words that people put before a postcode. */
const BEFORE_CODE = [
  ...['шуудангийн код', 'зип код', 'зип', 'шуудангийн индекс', 'индекс'],
  ...['zip', 'zip code', 'postcode', 'post code', 'postal code', 'почтовый индекс', 'plz'],
];

/** Returns names that people form from a postcode: zip 14200, шуудангийн код 14200. */
export function postcodeNames(code: string): string[] {
  return BEFORE_CODE.map((words) => `${words} ${code}`);
}

/** Returns postcodes. Road numbers and airport codes are only found by an exact match. */
export function postCodes(tags: Tags): string[] {
  return (tags['addr:postcode'] ?? tags['postal_code'] ?? '')
    .split(';')
    .map((code) => code.trim())
    .filter((code) => code !== '');
}

/**
 * Whether an object can become a place because it has a searchable name, a code, a house number or a road
 * number.
 */
export function isWorthALook(tags: Tags): boolean {
  for (const key in tags) {
    if (isAddressKey(key) || CODE_KEYS.includes(key) || isNameKey(key) || STRUCTURE_KEY.test(key))
      return true;
  }
  if (tags['operator'] !== undefined && isMachine(tags)) return true;
  return tags['ref'] !== undefined && tags['highway'] !== undefined;
}

/** Returns the number of languages in which the tags give a name. */
export function languagesOf(tags: Tags): number {
  let count = 0;
  for (const key in tags) if (/^name:[a-z]{2,3}(-[A-Za-z]+)?$/.test(key)) count++;
  return count;
}

/**
 * Returns the first text of a list (`a;b`) in display form, or null if it contains no letters or digits
 * outside traditional script.
 */
function shown(value: string | undefined): string | null {
  if (value === undefined || isTraditional(value)) return null;
  const name = cleanText(value.split(';')[0]);
  return /[\p{L}\p{N}]/u.test(name) ? name : null;
}
