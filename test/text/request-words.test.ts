import { describe, expect, it } from 'vitest';
import { withoutCodes, withoutRequest } from '../../src/text/request-words.js';
import { wordsOf } from '../../src/text/words.js';

/** What is left when all words of asking and going are taken off. */
function rest(text: string): string {
  return withoutRequest(text, wordsOf(text)).at(-1) ?? text;
}

describe('words of asking and going', () => {
  it.each([
    ['би зайсан толгой руу явмаар байна', 'зайсан толгой'],
    ['намайг улсын их дэлгүүр дээр буулгаач', 'улсын их дэлгүүр'],
    ['Төмөр замын вокзал хүртэл яаж очих вэ', 'Төмөр замын вокзал'],
    ['Гандан хийдэд очмоор байна', 'Гандан хийдэд'],
    ['яармагаас нисэх рүү', 'нисэх'],
    ['улаанбаатараас замын үүд хүртэл', 'замын үүд'],
    ['gandan hiid haana baina ve', 'gandan hiid'],
    ['дадал сумын төвд очъё', 'дадал сумын төвд'],
    ['эрдэнэ зуу хийд үзэх гэсэн юм', 'эрдэнэ зуу хийд'],
    ['Их тойруугийн 55/1 байр луу хүргэж өгнө үү', 'Их тойруугийн 55/1 байр'],
    ['Чингисийн морьт хөшөө орох замыг зааж өгөөч', 'Чингисийн морьт хөшөө'],
    ['хамгийн ойрын эмийн сан хаана вэ', 'эмийн сан'],
    ['How do I get to the State Department Store?', 'State Department Store'],
    ["Where's the nearest hotel?", 'hotel'],
    ['hotels near me', 'hotels'],
    ['как доехать до вокзала', 'вокзала'],
    ['где ближайшая аптека', 'аптека'],
    ['төв шуудан дээр', 'төв шуудан'],
    ['номын сангийн тэнд байгаа', 'номын сангийн'],
    ['вокзал дээр уулзъя', 'вокзал'],
    ['баруун дөрвөн замд хүлээж байна', 'баруун дөрвөн замд'],
    ['улаанбаатараас дархан хүртэл хэдэн км вэ', 'дархан'],
    ['энд ойрхон шатахуун түгээх станц бий юу', 'шатахуун түгээх станц'],
    ['how do I get to Gandan from the airport', 'Gandan'],
    ['I need a taxi from Gandan', 'taxi from Gandan'],
    ['ist hier in der Nähe ein Supermarkt?', 'Supermarkt'],
  ])('leaves the place of «%s»', (text, left) => {
    expect(rest(text)).toBe(left);
  });

  it.each([
    'Улсын их дэлгүүр',
    'БЗД 5-р хороо',
    '3-р баг, Хурх',
    'Өргөө',
    'хаана байна вэ',
    'near the circus',
    'Циркийн ойролцоо',
    'Төмөр зам',
    'Би Ди Сек',
    'To Go',
  ])('leaves «%s» alone', (text) => {
    expect(withoutRequest(text, wordsOf(text))).toEqual([]);
  });

  it.each([
    ['70 байр, кодтой орц #1234', '70 байр'],
    ['Хилийн гудамж 18/1, шуудангийн код 17010', 'Хилийн гудамж 18/1'],
    ['Төв шуудан, хайрцаг 120', 'Төв шуудан'],
    ['Peace Avenue 5, PO box 12', 'Peace Avenue 5'],
    ['Хайрцаг гудамж 12', 'Хайрцаг гудамж 12'],
    ['QR код', 'QR код'],
    ['17010', '17010'],
  ])('leaves the address of «%s»', (text, left) => {
    expect(withoutCodes(text)).toBe(left);
  });

  it.each(['буулгаад өгөөч', 'хүргээд өгөөч', 'хаана байрладаг вэ', 'очоод ирье', 'орох гэсэн юм'])(
    'takes off «%s»',
    (asking) => {
      expect(rest(`зах ${asking}`)).toBe('зах');
    },
  );

  // By vowel harmony: back vowels, front vowels, o and ө.
  it.each(['явмаар', 'хүрмээр', 'очмоор', 'өгмөөр', 'явъя', 'үзье', 'очъё', 'яваарай', 'ирээрэй', 'орох'])(
    'knows the verb %s',
    (verb) => {
      expect(rest(`зах ${verb}`)).toBe('зах');
    },
  );
});
