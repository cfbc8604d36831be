import type { Tags } from '../../geo/feature.js';
import { isAreaWord, isSettlementWord } from '../../text/canonical.js';
import { houseNumberKey, mayBeHouseNumber } from '../../text/house-number.js';
import { cleanText, wordsOf } from '../../text/words.js';
import { fullAddressTag, houseNumberTag, houseTags, streetTag } from './address-tags.js';

/** A street followed by a number: Нарны зам 36. A five-digit number would be a postcode. */
const STREET_AND_NUMBER = /^(.*\p{L}.*?)\s+(\d{1,4}(?:[\p{L}/-]\S*)?)$/u;
const POSTCODE = /^\d{5,}$/;

/** Adds the street and the number taken from the whole address, if neither is mapped separately. */
export function withFullAddress(tags: Tags): Tags {
  const text = fullAddressTag(tags);
  if (text === undefined || houseNumberTag(tags) !== undefined || streetTag(tags) !== undefined) return tags;
  const parts = partsOf(text);
  for (let i = 0; i < parts.length; i++) {
    const [, own, behind] = STREET_AND_NUMBER.exec(parts[i]) ?? [];
    const [street, number] = own === undefined ? [parts[i - 1], parts[i]] : [own, behind];
    if (isStreet(street) && isHouseNumber(number)) return { ...tags, ...houseTags(number, street) };
  }
  return tags;
}

/** Returns the address that is mapped as a single text, or null if it apparently names only areas. */
export function fullAddress(tags: Tags): string | null {
  const text = cleanText(fullAddressTag(tags) ?? '');
  return partsOf(text).every(isArea) ? null : text;
}

function partsOf(text: string): string[] {
  return text.split(/\s*[,;]\s*/);
}

/**
 * Whether the text is an area: it ends with a word for an area, or it consists of a single name, usually that
 * of the city.
 */
function isArea(part: string): boolean {
  const words = wordsOf(part);
  return words.length < 2 || isSettlementWord(words.at(-1)!);
}

/**
 * Whether the text may be a street or a quarter: it contains letters and does not end with a word for an
 * area.
 */
function isStreet(text: string | undefined): text is string {
  const last = wordsOf(text ?? '').at(-1);
  return last !== undefined && /\p{L}/u.test(text!) && !isAreaWord(last);
}

function isHouseNumber(text: string): boolean {
  const words = wordsOf(text);
  return (
    words.length > 0 && mayBeHouseNumber(words, 0) && houseNumberKey(text) !== null && !POSTCODE.test(text)
  );
}
