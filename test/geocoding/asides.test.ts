import { expect, it } from 'vitest';
import { withoutAsides } from '../../src/geocoding/reading/cut-text.js';
import { withoutContacts } from '../../src/geocoding/reading/asides.js';

it.each([
  ['Сөүлийн гудамж 77 орц 1', 'Сөүлийн гудамж 77'],
  ['Сөүлийн гудамж 77-4 тоот', 'Сөүлийн гудамж 77'],
  ['38-р байр 15 тоот', '38-р байр'],
  // Without a house, «N тоот» is the plot. Neither the number of a street nor an entrance is a house.
  ['Дэнж 56 гудамж 4 тоот', 'Дэнж 56 гудамж 4'],
  ['Баянхошуу 20 гудамж 11/3 тоот', 'Баянхошуу 20 гудамж 11/3'],
  ['Оюутны гудамж 37 тоот 2 орц', 'Оюутны гудамж 37'],
  ['Монгол улс, Дархан', 'Дархан'],
  ['Могнол улс, Дархан', 'Дархан'],
  ['Дархан, Монкол Улс', 'Дархан'],
])('of "%s" looks for "%s"', (text, rest) => {
  expect(withoutAsides(text)).toBe(rest);
});

it.each([
  ['Зуунмод, 1-р байр, и-мэйл: info@shop.mn', 'Зуунмод, 1-р байр'],
  ['Гранд плаза, www.plaza.mn', 'Гранд плаза'],
  ['Гранд плаза (e-mail: a.b@plaza.com.mn), 3 давхар', 'Гранд плаза, 3 давхар'],
  ['info@shop.mn', 'info@shop.mn'],
  ['Хаяг: Зуунмод, 1-р байр', 'Зуунмод, 1-р байр'],
  ['Address : Khan-Uul 3', 'Khan-Uul 3'],
  ['Хаяг:', 'Хаяг:'],
  ['Зуунмод, хаягийн товчоо', 'Зуунмод, хаягийн товчоо'],
])('reads "%s" as "%s"', (text, rest) => {
  expect(withoutContacts(text)).toBe(rest);
});
