import { expect, it } from 'vitest';
import { hasNumbers } from '../../src/geocoding/reading/whole-numbers.js';
import { typedWordsOf } from '../../src/text/words.js';

const isHouse = true;

/** Whether a house found by its number is meant by a text that has nothing else. */
function isMeant(text: string, house: string, isByNumber = true): boolean {
  const words = typedWordsOf(text);
  return hasNumbers(words, { kept: [...words.keys()], left: [] }, () => [house], { isHouse, isByNumber });
}

it.each([
  // A letter of a number is not the beginning of a street.
  ['С24', 'Хүүхдийн гудамж 24', false],
  ['С24', 'Сөүлийн гудамж 24', false],
  ['С24', 'Сөүлийн гудамж С24', true],
  ['45а', 'Энхтайваны өргөн чөлөө 45А', true],
  // A house and a door are not a numbered street and a house.
  ['56-26', 'Шархад 56-р гудамж 26', false],
  ['24-22', 'Буянт ухаа 22 24', false],
  ['56-26', 'Шархад 56-26', true],
  ['11-15', 'Партизаны гудамж 11-15', true],
  // The number alone was looked for.
  ['13', 'Партизаны гудамж 11-15', true],
  ['56-р гудамж 26', 'Шархад 56-р гудамж 26', true],
])('«%s» alone may be %s: %s', (text, house, isIt) => {
  expect(isMeant(text, house)).toBe(isIt);
});

it('asks for whole numbers of what was found by its name', () => {
  expect(isMeant('5', 'Байр 57', false)).toBe(false);
  expect(isMeant('57', 'Байр 57', false)).toBe(true);
});

it.each([
  ['Их т', 'Их тойруу', true],
  ['Ж.Б', 'Ж.Батмөнхийн гудамж', true],
  ['Ж.Б', 'Жаргалант баг', false],
  ['Баян, т', 'Баян тосгон', false],
])('takes the last letter of «%s» for the beginning of a word of %s: %s', (text, name, isIt) => {
  expect(isMeant(text, name, false)).toBe(isIt);
});
