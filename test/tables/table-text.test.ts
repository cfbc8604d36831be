import { describe, expect, it } from 'vitest';
import { delimiterOf, parseCsv } from '../../src/tables/csv.js';
import { misreadAs, tableText } from '../../src/tables/table-text.js';

describe('the text of a table', () => {
  const TEXT = 'id,Хаяг,Тайлбар\n1,Бага тойруу 15,Өөр\n2,Нарны зам,ү\n';

  it.each(['windows-1252', 'windows-1251'] as const)('tells that UTF-8 was read as %s', (page) => {
    const misread = new TextDecoder(page).decode(Buffer.from(TEXT));
    expect(misreadAs(misread)).toBe(page);
    expect(misreadAs(tableText(Buffer.from(`\ufeff${misread}`)).text)).toBe(page);
  });

  it.each([
    ['as it is', TEXT],
    ['in Latin letters', 'name,note\nCafé Zürich,naïve façade\nÐura,Ñandú\n'],
    ['in Russian', 'Имя;Адрес\nРсхб;Россия, Рязань\n'],
    ['in ASCII', 'a,b\n1,2\n'],
    ['empty', ''],
  ])('is %s', (_, text) => expect(misreadAs(text)).toBeNull());
});

describe('what separates cells', () => {
  it.each([
    ['sep=;\r\nid;name\r\n1;x', ';'],
    ['"sep=|"\nid|a,b,c', '|'],
    ['SEP=\t\nid\tname', '\t'],
    ['id|name|lat\n1|x,y|2', '|'],
    ['id;name,short;lat', ';'],
    ['name', ','],
  ])('is in %j %j', (text, delimiter) => expect(delimiterOf(text)).toBe(delimiter));

  it('is said in a row of its own, which stays', () => {
    expect(parseCsv('sep=;\r\nid;name\r\n1;x').rows).toEqual([
      ['sep=', ''],
      ['id', 'name'],
      ['1', 'x'],
    ]);
  });
});
