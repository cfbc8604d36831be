import { expect, it } from 'vitest';
import { englishName, englishText } from '../../src/text/english-name.js';
import { KIND_TABLE } from '../../src/text/kind-table.js';

it.each([
  ['Драмын театр', 'theatre', 'Drama Theatre'],
  ['Улсын драмын эрдмийн театр', 'theatre', 'Ulsyn dramyn erdmiin Theatre'],
  ['Байгалийн түүхийн музей', 'museum', 'Baigaliin tüükhiin Museum'],
  ['Отель Нарлаг', 'hotel', 'Hotel Narlag'],
  ['Болгарын гудамж', 'street', 'Bolgaryn Street'],
  ['Бага тойруу гудамж 3', 'street', 'Baga Ring Road Street 3'],
  ['Гудамж Нарны', 'street', 'Street Narny'],
  ['Энхтайваны өргөн чөлөө', 'street', 'Enkhtaivany Avenue'],
  ['УЛСЫН ИХ ДЭЛГҮҮР', 'mall', 'ULSYN Department Store'],
  ['102-р цэцэрлэг', 'kindergarten', '102-r Kindergarten'],
  // A name that is nothing but a kind is one only of such a thing.
  ['Музей', 'museum', 'Museum'],
  ['Музей', 'cafe', 'Muzei'],
  ['Цэцэрлэг', 'village', 'Tsetserleg'],
  ['Нуур хороолол', 'neighbourhood', 'Nuur khoroolol'],
  // Areas are called as in addresses, and a stop may be a hotel.
  ['Дорнод аймгийн музей', 'museum', 'Dornod aimgiin Museum'],
  ['Их буудал', 'hotel', 'Ikh buudal'],
])('%s (%s) is %s', (name, type, english) => expect(englishName(name, type)).toBe(english));

it('writes е as e behind a consonant, and as ye elsewhere', () => {
  expect(englishText('Театр, Ерөө, Баянеэл, ТЕАТР')).toBe('Teatr, Yeröö, Bayaneel, TEATR');
});

it('translates each Mongolian word for a kind wherever it stands', () => {
  for (const {
    words: [word],
    english,
    types,
  } of KIND_TABLE) {
    if (
      english === null ||
      types.some((type) => ['aimag', 'soum', 'bag', 'khoroo', 'district'].includes(type))
    )
      continue;
    if (!/^\p{Script=Cyrillic}/u.test(word) || ['буудал', 'төв', 'газар'].includes(word)) continue;
    for (const name of [`${word} Алтан`, `Алтан ${word}`, `Алтан ${word} 2`])
      expect(englishName(name, 'other').toLowerCase()).toBe(
        name.toLowerCase().replace('алтан', 'altan').replace(word, english),
      );
  }
});
