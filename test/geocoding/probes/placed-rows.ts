import type { PlaceHit } from '../../../src/geocoding/place-hit.js';
import { inCase } from '../../../src/text/add-case.js';
import {
  contains,
  metres,
  plain,
  type GroundTruth,
  type Outline,
  type Spot,
  type Thing,
} from './ground-truth.js';
import { dative, genitive, type MeaningRow } from './meaning-rows.js';
import { some, spotOf, type ProbeCase } from './probe-rows.js';

/** How far from its point a town goes, metres, by `place`. */
const REACH_M: Readonly<Record<string, number>> = { city: 10_000, town: 6000, village: 5000 };
/** What is so near to the point of a town is of no other town. */
const INSIDE_M = 2500;
const CAPITAL = 'Улаанбаатар';
const NUMBERED = /^(\d+)-?\s?р (?:дунд )?(сургууль|цэцэрлэг|эмнэлэг)$/i;

/** What towns have and people look for there, by tag. */
const KINDS_OF_TOWNS: Readonly<Record<string, string>> = {
  bank: 'банк',
  pharmacy: 'эмийн сан',
  hotel: 'зочид буудал',
  restaurant: 'ресторан',
  school: 'сургууль',
  cafe: 'кафе',
};

type Fits = (hit: PlaceHit) => boolean;

/** A thing with a name and the town that it is in. */
interface Placed {
  thing: Thing;
  town: Thing;
}

/**
 * Loops over things and the towns and areas that they are in: «Сайншандад Хаан банк», «Увс аймгийн төвийн
 * зах», the hospital of a town; and sentences around numbered things.
 */
export function placedRows(truth: GroundTruth): MeaningRow[] {
  const rows: Record<string, ProbeCase[]> = {};
  const add = (row: string, query: string, fits: Fits): void => void (rows[row] ??= []).push({ query, fits });
  const placed = placedThings(truth);
  for (const each of placed) {
    addNamed(truth, each, add);
    addNumbered(truth, each, add);
  }
  addNamesakes(truth, placed, add);
  for (const town of townsOf(truth)) addHospitals(truth, town, add);
  addSentences(placed, add);
  return Object.entries(rows).map(([name, cases]) => ({ name, cases: some(cases) }));
}

type Add = (row: string, query: string, fits: Fits) => void;

function addNamed(truth: GroundTruth, { thing, town }: Placed, add: Add): void {
  const { name } = thing;
  if (town.name === CAPITAL || /\d/.test(name) || plain(name).includes(plain(town.name))) return;
  const key = plain(name);
  const isCalled: Fits = (hit) => plain(hit.name).includes(key);
  const fits: Fits = (hit) => isCalled(hit) && isInTown(truth, spotOf(hit), town);
  add('town in the dative + name', `${dative(town.name)} ${name}`, fits);
  add('name + town in the dative', `${name} ${dative(town.name)}`, fits);
  add('town in the genitive + name', `${genitive(town.name)} ${name}`, fits);
  const around = truth.around(thing);
  const aimag = around.find(({ level }) => level === 4);
  if (aimag !== undefined && aimag.name !== CAPITAL) {
    const bare = aimag.name.replace(/ аймаг$/, '');
    add(
      'aimag in a case + name',
      `${bare} ${inTurn(name, ['аймагт', 'аймгийн'])} ${name}`,
      within(aimag, isCalled),
    );
    if (town.tags['place'] !== 'village')
      add('centre of an aimag + name', `${bare} аймгийн ${inTurn(name, ['төвийн', 'төвд'])} ${name}`, fits);
  }
  const soum = around.find(({ level, name: of }) => level === 6 && of.endsWith(' сум'));
  if (soum === undefined) return;
  const all = truth.outlines.filter((outline) => outline.name === soum.name);
  const query = `${soum.name.replace(/сум$/, inTurn(name, ['суманд', 'сумын']))} ${name}`;
  add('soum in a case + name', query, (hit) => all.some((each) => within(each, isCalled)(hit)));
}

function addNumbered(truth: GroundTruth, { thing, town }: Placed, add: Add): void {
  const [, number, kind] = NUMBERED.exec(thing.name) ?? [];
  if (number === undefined) return;
  const isCalled = isNumbered(number, kind);
  const fits: Fits = (hit) => isCalled(hit) && isInTown(truth, spotOf(hit), town);
  add('town in the dative + N-р kind', `${dative(town.name)} ${number}-р ${kind}`, fits);
  add('town in the genitive + N-р kind', `${genitive(town.name)} ${number}-р ${kind}`, fits);
}

/** In a city or a town that villages and soums are called like: «Дархан Хаан банк», «Булган эмийн сан». */
function addNamesakes(truth: GroundTruth, placed: readonly Placed[], add: Add): void {
  const isLarge = ({ tags }: Thing): boolean => ['city', 'town'].includes(tags['place']);
  for (const { thing, town } of placed) {
    const called = truth.called(town.name).filter(({ tags }) => REACH_M[tags['place']] !== undefined);
    const isOne = called.every(
      (other) => other === town || (!isLarge(other) && metres(other, town) > 20_000),
    );
    if (!isLarge(town) || called.length < 2 || !isOne) continue;
    const isThere: Fits = (hit) => metres(spotOf(hit), town) <= REACH_M[town.tags['place']];
    const key = plain(thing.name);
    if (!/\d/.test(thing.name) && !key.includes(plain(town.name)))
      add(
        'town of a name that others have + name',
        `${town.name} ${thing.name}`,
        (hit) => plain(hit.name).includes(key) && isThere(hit),
      );
    const kind = KINDS_OF_TOWNS[thing.tags['amenity'] ?? thing.tags['tourism']];
    // A name with both words goes first: the school of a soum that is called so.
    if (kind !== undefined)
      add(
        'town of a name that others have + kind',
        `${town.name} ${kind}`,
        (hit) => isThere(hit) || plain(hit.name).includes(plain(town.name)),
      );
  }
}

/** Of towns and soums of one name, the hospital of any. */
function addHospitals(truth: GroundTruth, town: Thing, add: Add): void {
  const isHospital = ({ tags }: Thing): boolean => tags['amenity'] === 'hospital';
  const isThere = truth.things.some(
    (thing) => thing.name !== '' && isHospital(thing) && metres(thing, town) < INSIDE_M,
  );
  if (!isThere || town.name === CAPITAL) return;
  const isOne: Fits = (hit) => {
    const thing = truth.byId.get(hit.id);
    return thing !== undefined && isHospital(thing);
  };
  const fits: Fits = (hit) => isOne(hit) && truth.isIn(spotOf(hit), town.name, REACH_M[town.tags['place']]);
  const rank = inTurn(town.name, ['төв', 'нэгдсэн', 'сумын', 'хотын төв']);
  add('town + its general hospital', `${town.name} ${rank} эмнэлэг`, fits);
  add('town in a case + its general hospital', `${genitive(town.name)} ${rank} эмнэлэг`, fits);
  add('town in a case + its general hospital', `${dative(town.name)} ${rank} эмнэлэг`, fits);
  const aimag = truth.around(town).find(({ level }) => level === 4);
  if (town.tags['place'] === 'village' || aimag === undefined || aimag.name === CAPITAL) return;
  add('aimag + its general hospital', `${town.name} аймгийн эмнэлэг`, fits);
  for (const word of ['нэгдсэн эмнэлэг', 'төв эмнэлэг', 'эмнэлэг'])
    add(
      'aimag + its general hospital',
      `${aimag.name.replace(/ аймаг$/, '')} аймгийн ${word}`,
      within(aimag, isOne),
    );
}

/** What drivers and couriers write around a place. */
const SENTENCES: readonly ((name: string) => string)[] = [
  (name) => `хүүхдээ ${dativeOf(name)} хүргэж өгнө`,
  (name) => `захиалгыг ${dativeOf(name)} хүргэнэ үү`,
  (name) => `маргааш өглөө ${name} руу явна`,
  (name) => `${inCase(name, 'genitive')} үүдэнд зогсоорой`,
  (name) => `хүргэлтийн хаяг ${name}`,
  (name) => `${name} гэсэн газар`,
  (name) => `манай ажил ${inCase(name, 'genitive')} хажууд`,
  (name) => `ачаагаа ${dativeOf(name)} буулгана`,
  (name) => `${inCase(name, 'genitive')} урдаас авна уу`,
  (name) => `бараагаа ${inCase(name, 'genitive')} өмнө тосож авна`,
  (name) => `такси дуудах ${name}`,
  (name) => `${inCase(name, 'ablative')} такси дуудъя`,
  (name) => `pick me up at ${name}`,
  (name) => `${name} location`,
];

function addSentences(placed: readonly Placed[], add: Add): void {
  const called = new Set<string>();
  const numbered: string[] = [];
  const named: string[] = [];
  for (const { thing, town } of placed) {
    if (town.name !== CAPITAL || called.has(thing.name)) continue;
    called.add(thing.name);
    if (NUMBERED.test(thing.name)) numbered.push(thing.name);
    else if (/^[а-яёөү ]{8,24}$/i.test(thing.name) && thing.name.includes(' ')) named.push(thing.name);
  }
  some(numbered).forEach((name, i) => {
    const [, number, kind] = NUMBERED.exec(name)!;
    add(
      'a sentence around a numbered thing',
      SENTENCES[i % SENTENCES.length](name),
      isNumbered(number, kind),
    );
  });
  some(named).forEach((name, i) => {
    const key = plain(name);
    add('a sentence around a name', SENTENCES[i % SENTENCES.length](name), (hit) =>
      plain(hit.name).startsWith(key),
    );
  });
}

function placedThings(truth: GroundTruth): Placed[] {
  const keys = ['amenity', 'shop', 'tourism', 'leisure', 'office'];
  const towns = townsOf(truth);
  return truth.things
    .filter(({ name, tags }) => name.length > 3 && /[а-яёөү]/i.test(name) && keys.some((key) => key in tags))
    .flatMap((thing) => {
      const town = towns
        .filter((each) => Math.abs(each.lat - thing.lat) < 0.1 && metres(each, thing) < INSIDE_M)
        .sort((a, b) => metres(a, thing) - metres(b, thing))[0];
      return town === undefined ? [] : [{ thing, town }];
    });
}

function townsOf(truth: GroundTruth): Thing[] {
  return truth.things.filter(
    ({ name, tags }) => REACH_M[tags['place']] !== undefined && /^[а-яёөү\- ]+$/i.test(name),
  );
}

function isInTown(truth: GroundTruth, spot: Spot, town: Thing): boolean {
  return truth.isIn(spot, town.name, REACH_M[town.tags['place']]);
}

function isNumbered(number: string, kind: string): Fits {
  const pattern = new RegExp(`(^|\\D)${number}\\D.*${kind}`, 'i');
  return (hit) => pattern.test(hit.name);
}

function within(outline: Outline, fits: Fits): Fits {
  return (hit) => fits(hit) && contains(outline, hit.lon7 / 1e7, hit.lat7 / 1e7);
}

/** One of the words, always the same one for a name. */
function inTurn(name: string, words: readonly string[]): string {
  return words[name.length % words.length];
}

/** Of names that end with a word for a kind. */
function dativeOf(name: string): string {
  return name.endsWith('сургууль') ? name.replace(/ь$/, 'ьд') : dative(name);
}
