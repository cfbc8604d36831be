import { describe, expect, it } from 'vitest';
import { canonicalWords } from '../../src/text/canonical.js';
import { nameForms, readingsOf, sameNameKey } from '../../src/text/forms.js';
import { asTyped, switchedTexts, withLetters } from '../../src/text/wrong-keyboard.js';
import { streetKey } from '../../src/text/street-key.js';
import { ABBREVIATIONS, CARDINALS, KIND_SYNONYMS, OTHER_SYNONYMS } from '../../src/text/vocabulary.js';
import { wordsOf, type Word } from '../../src/text/words.js';

const keys = (words: readonly Word[]): string => words.map((word) => word.strict).join(' ');
const canonical = (text: string): string => keys(canonicalWords(wordsOf(text)));

describe('words in one spelling', () => {
  it.each([
    ['seoul street', 'сөүл гудамж'],
    ['Энхтайваны өргөн чөлөө', 'enkhtaivany avenue'],
    ['БЗД', 'Баянзүрх дүүрэг'],
    ['bzd', 'баянзүрх дүүргийн'],
    ['бзд дүүрэг', 'Баянзүрх дүүрэг'],
    ['SHD', 'Сонгинохайрхан дүүрэг'],
    ['гуравдугаар эмнэлэг', '3-р эмнэлэг'],
    ['арван гуравдугаар хороолол', '13-р хороолол'],
    ['арав дугаар хороолол', '10-р хороолол'],
    ['ХХБ', 'Худалдаа хөгжлийн банк'],
    ['TDB', 'Худалдаа хөгжлийн банк'],
    ['Баруун дөрвөн зам', 'Баруун 4 зам'],
    ['100 айл', 'зуун айл'],
    ['the museum of mongolia', 'музей монгол'],
    ['school no 5', 'сургууль 5'],
    ['khovsgol lake', 'Ховсгол нуур'],
    ['талбайн', 'square'],
    ['вокзал', 'railway station'],
  ])('%s is %s', (a, b) => {
    expect(canonical(a)).toBe(canonical(b));
  });

  it('does not take a phrase apart', () => {
    expect(canonical('university')).toBe('ih surguli');
    expect(canonical('department store')).toBe('ih delgur');
    expect(canonical('park')).not.toBe(canonical('kindergarten'));
  });

  it('stays as it is the second time', () => {
    for (const phrase of [...KIND_SYNONYMS, ...OTHER_SYNONYMS, ...ABBREVIATIONS, ...CARDINALS].flat()) {
      const once = canonicalWords(wordsOf(phrase));
      expect(keys(canonicalWords(once)), phrase).toBe(keys(once));
    }
  });

  it('has no phrase in two meanings', () => {
    const meanings = new Map<string, Set<string>>();
    for (const [meaning, ...others] of [
      ...KIND_SYNONYMS,
      ...OTHER_SYNONYMS,
      ...ABBREVIATIONS,
      ...CARDINALS,
    ]) {
      for (const phrase of [meaning, ...others]) {
        const key = keys(wordsOf(phrase));
        meanings.set(key, (meanings.get(key) ?? new Set()).add(keys(wordsOf(meaning))));
      }
    }
    expect([...meanings].filter(([, set]) => set.size > 1).map(([key]) => key)).toEqual([]);
  });
});

describe('forms of a name', () => {
  const forms = (name: string): string[] =>
    nameForms(name).map((form) => (form.strict ?? form.loose).join(' '));

  it('are with and without initials', () => {
    expect(forms('Ж.Самбуугийн гудамж')).toEqual(['j sambugin gudamj', 'sambugin gudamj']);
  });

  it('are as written and with abbreviations written out', () => {
    expect(forms('БЗД-ийн 4-р хороо')).toEqual(['bzd 4 horo', 'baianzurh dureg 4 horo']);
  });

  it('are without what the state adds', () => {
    expect(forms('Монгол Улсын Их Сургууль')).toContain('ih surguli');
    expect(forms('Улсын их дэлгүүр')).toContain('ih delgur');
    expect(forms('Шастины нэрэмжит гуравдугаар төв эмнэлэг')).toContain('3 tov emneleg');
  });

  it('have the Latin reading of sounds that Latin takes for one', () => {
    expect(forms('Батсүх')).toEqual(['batsuh', 'bacuh']);
  });

  it('are strict for a Latin name only as it is written', () => {
    const strict = (name: string): unknown[] => nameForms(name).map((form) => form.strict?.join(' ') ?? null);
    expect(strict('Grand Market')).toEqual(['grand market', null]);
    expect(nameForms('Murun', false).every((form) => form.strict === null)).toBe(true);
    expect(nameForms('Мөрөн').every((form) => form.strict !== null)).toBe(true);
    expect(nameForms('102').every((form) => form.strict !== null)).toBe(true);
  });

  it('know which of them are written so', () => {
    const written = (name: string): string[] =>
      nameForms(name)
        .filter((form) => form.isWritten)
        .map((form) => (form.strict ?? form.loose).join(' '));
    // With its Latin spelling, which has no soft sign.
    expect(written('Наран отель')).toEqual(['naran oteli', 'naran oteli']);
    expect(written('Наран зочид буудал')).toEqual(['naran zoqid budal']);
    expect(written('Ж.Самбуугийн гудамж')).toEqual(['j sambugin gudamj']);
    expect(written('Улсын их дэлгүүр')).toEqual(['ulsin ih delgur', 'ih delgur']);
  });

  it('know which of them are translated', () => {
    const translated = (name: string): string[] =>
      nameForms(name)
        .filter((form) => form.isTranslated)
        .map((form) => form.loose.join(' '));
    expect(translated('Blue Street')).toEqual(['blue gudamj']);
    expect(translated('Эмнэлгийн гудамжны буудал')).toEqual([]);
    expect(translated('Гуравдугаар эмнэлэг')).toEqual([]);
    expect(translated('БЗД 3')).toEqual([]);
  });

  it('have an x of other languages as ks', () => {
    expect(forms('Max Mall')).toEqual(expect.arrayContaining(['mah mal', 'maks mul']));
  });

  it('are equal for names that are one to a person', () => {
    expect(sameNameKey('Д.Сүхбаатарын гудамж')).toBe(sameNameKey('Сүхбаатарын гудамж'));
    expect(sameNameKey('Хан-Уул дүүрэг')).toBe(sameNameKey('ХУД'));
    expect(sameNameKey('Мөрөн')).not.toBe(sameNameKey('Мөрөн сум'));
  });
});

describe('readings of a query', () => {
  it('have an open last letter in Latin only', () => {
    expect(readingsOf(wordsOf('suk')).map((reading) => [keys(reading.words), reading.isOpen])).toEqual([
      ['suk', false],
      ['suh', true],
    ]);
    expect(readingsOf(wordsOf('сүк')).every((reading) => !reading.isOpen)).toBe(true);
  });

  it('have the x of chat, and that of other languages', () => {
    expect(readingsOf(wordsOf('expo')).map((reading) => keys(reading.words))).toEqual(['ehpo', 'ekspo']);
    expect(readingsOf(wordsOf('nice')).map((reading) => keys(reading.words))).toEqual(['nice', 'nise']);
    expect(readingsOf(wordsOf('ихэ'))).toHaveLength(1);
    expect(readingsOf(wordsOf('блюз')).map((reading) => keys(reading.words))).toEqual(['bliuz', 'bluz']);
    expect(readingsOf(wordsOf('хоню'))).toHaveLength(2);
    expect(readingsOf(wordsOf('кфс')).map((reading) => keys(reading.words))).toEqual(['kfs', 'kfc']);
    expect(readingsOf(wordsOf('жс25')).map((reading) => keys(reading.words))).toEqual(['js 25', 'gs 25']);
    expect(readingsOf(wordsOf('скф'))).toHaveLength(1);
    expect(readingsOf(wordsOf('аюуш'))).toHaveLength(1);
  });

  it('have the letters for their names', () => {
    expect(withLetters('Кэй Эф Си Дархан')).toBe('kfc Дархан');
    expect(withLetters('жи эс 25, эм-ти')).toBe('gs 25, mt');
    expect(withLetters('си хотхон, ар ар гол, виви ситид')).toBe('си хотхон, ар ар гол, виви ситид');
  });

  it('leave a case form alone: замын is the beginning of Замын-Үүд', () => {
    expect(readingsOf(wordsOf('замын')).map((reading) => keys(reading.words))).toEqual(['zamin']);
    expect(readingsOf(wordsOf('төмөр замын')).length).toBeGreaterThan(1);
  });

  it('take no key that was held down for a letter', () => {
    expect(keys(wordsOf('хххх'))).toBe('hhhh');
    expect(keys(wordsOf('Хүүхэд'))).toBe('huhed');
  });

  it('are none for a text without letters and digits', () => {
    expect(readingsOf(wordsOf('!? —'))).toEqual([]);
  });
});

describe('a switched keyboard', () => {
  it('has the words as they were typed', () => {
    expect(asTyped(['дархан'], 'хаан банк дархан', '[ggy dgy[ ogj[gy')).toEqual(['ogj[gy']);
    expect(asTyped(['kfc', 'УБ'], 'kfc УБ', 'кэй эф си УБ')).toEqual(['кэй', 'эф', 'си', 'УБ']);
  });

  it('is read back', () => {
    expect(switchedTexts('elggydggmgj')[0]).toBe('улаанбаатар');
    expect(switchedTexts('ekffy,ffnfh')[1]).toBe('улаанбаатар');
  });

  it('is read back from Cyrillic letters', () => {
    expect(switchedTexts('рщеуд')).toContain('hotel');
  });

  it('keeps the hyphen behind a number, and Cyrillic letters inside of a Latin word', () => {
    expect(switchedTexts('dgzyukl ;oojtu 13-j hkjkk')[0]).toBe('баянгол дүүрэг 13-р хороо');
    expect(switchedTexts('bepеa')[0]).toBe('музей');
    expect(switchedTexts('bep-a')[0]).toBe('музей');
    expect(switchedTexts('hgy-eel')).toContain('хан-уул');
  });

  it('is not thought of for short texts, nor for letters that are no Latin ones', () => {
    expect(switchedTexts('bzd')).toEqual([]);
    expect(switchedTexts('хүн')).toEqual([]);
    expect(switchedTexts('bayan уул')).toEqual([]);
  });
});

describe('the key of a street', () => {
  it('is one for the spellings of one street', () => {
    const spellings = [
      'Энхтайваны өргөн чөлөө',
      'Энх тайваны өргөн чөлөө',
      'Энх тайвны өргөн чөлөө',
      'Энхтайвны Өргөн Чөлөө',
      'ЭНХТАЙВАН өргөн чөлөө',
    ];
    expect(new Set(spellings.map(streetKey))).toHaveLength(1);
    expect(streetKey('Ж.Самбуугийн гудамж')).toBe(streetKey('Самбуугийн гудамж'));
    expect(streetKey('Самбуу гудамж')).toBe(streetKey('Самбуугийн гудамж'));
  });

  it('keeps other streets apart', () => {
    const names = [
      'Баянхошуу 1-р гудамж',
      'Баянхошуу 11-р гудамж',
      'Баянхошуугийн гудамж',
      'Энхтайваны гудамж',
      'Энхтайваны гүүр',
      'Их тойруу',
      'Бага тойруу',
      'Сөүлийн гудамж',
    ];
    expect(new Set(names.map(streetKey))).toHaveLength(names.length);
  });
});
