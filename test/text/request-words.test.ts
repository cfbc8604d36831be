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
    ['Орой руу яаж явах вэ', 'Орой'],
    ['такси хаана байна', 'такси'],
    ['хамгийн ойр такси', 'такси'],
    ['өглөө такси хэрэгтэй', 'такси'],
    ['такси маргааш өглөө хэрэгтэй', 'такси'],
    ['ачаа хаана буулгах вэ', 'ачаа'],
    ['такси Орой руу явъя', 'Орой'],
    ['утас хаана байна', 'утас'],
    ['off road хаана байна', 'off road'],
    ['Up Cafe хаана байна', 'Up Cafe'],
    ['Ид гол хаана байдаг вэ', 'Ид гол'],
    ['blue door хаана байна', 'blue door'],
    ['where is za burgr', 'za burgr'],
    ['za burgr хаана байна', 'za burgr'],
    ['utas хаана байна', 'utas'],
    ['замын үүдэнд очмоор байна', 'замын үүдэнд'],
    ['авто гараж руу явъя', 'авто гараж'],
  ])('leaves what may be the place of «%s»', (text, left) => {
    expect(rest(text)).toBe(left);
  });

  it.each([
    ['зах 2 давхарт', 'зах'],
    ['зах 2-р давхарт', 'зах'],
    ['зах 12-р давхар', 'зах'],
    ['зах 3р давхарт', 'зах'],
    ['зах хоёр давхарт', 'зах'],
    ['зах гуравдугаар давхарт', 'зах'],
    ['хүргэлтийн хаяг зах', 'зах'],
    ['захиалгыг захад хүргэнэ үү', 'захад'],
    ['манай ажил захын хажууд', 'захын хажууд'],
    ['такси дуудах зах', 'зах'],
    ['маргааш орой зах руу явна', 'зах'],
    ['захын үүдэнд зогсоорой', 'захын'],
    ['захын урдаас авна уу', 'захын'],
    ['захын доор хүлээж байна', 'захын'],
    ['за зах руу явъя', 'зах'],
    ['зах гэсэн газар', 'зах'],
    ['захын утас хаяг хаана байна', 'захын'],
    ['захаас такси дуудъя', 'захаас'],
    ['pick me up at Nomin', 'Nomin'],
    ['drop off at Nomin please', 'Nomin'],
    ['what is the address of Nomin', 'Nomin'],
    ['заберите меня от Номин', 'Номин'],
    ['адрес Номин находится', 'Номин'],
  ])('knows the words of drivers and couriers in «%s»', (text, left) => {
    expect(rest(text)).toBe(left);
  });

  // Words that names have: alone they make no sentence.
  it.each([
    ...['blue door', 'za burgr', 'гар утас', 'хаяг реклам', 'цэнхэр доор', 'хаалганы гадна', 'off road'],
    ...['такси зогсоол', 'Ачаа тээвэр', 'захиалга төв', 'хүргэлт төв', 'манайх хүнс', 'Номин хаяг', 'адрес'],
    ...['home address', 'Nomin location', 'адрес офис', 'за кадиллак', 'food ood', 'замын үүдэнд'],
    ...['авто гараж', 'up at of', 'би хаана байна', '2-р давхарт'],
  ])('leaves «%s» alone, too', (text) => {
    expect(withoutRequest(text, wordsOf(text))).toEqual([]);
  });

  it('offers the text with as much as possible first', () => {
    const text = 'такси зогсоол хаана байна';
    expect(withoutRequest(text, wordsOf(text))).toEqual(['такси зогсоол', 'зогсоол хаана байна', 'зогсоол']);
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
