import type { PlaceHit } from '../../../src/geocoding/place-hit.js';
import {
  CATEGORIES,
  contains,
  metres,
  type Category,
  type GroundTruth,
  type Outline,
  type Spot,
  type Thing,
} from './ground-truth.js';
import type { MeaningRow } from './meaning-rows.js';
import { some, spotOf, type ProbeCase } from './probe-rows.js';

/** What is so near to the office of a khoroo is there, too, as not all borders in the data are exact. */
const NEAR_OFFICE_M = 1000;
const KHOROO = /^([А-ЯӨҮ]+)-ийн (\d+)-р хороо$/;
/** Districts by the abbreviations that their khoroos have in the data. */
const DISTRICTS: Readonly<Record<string, string>> = {
  БГД: 'Баянгол',
  БЗД: 'Баянзүрх',
  СБД: 'Сүхбаатар',
  СХД: 'Сонгинохайрхан',
  ХУД: 'Хан-Уул',
  ЧД: 'Чингэлтэй',
};

type Fits = (hit: PlaceHit) => boolean;
type ThingsOfKinds = readonly (readonly Thing[])[];
type Add = (query: string, fits: Fits) => void;

/** Kinds in two areas that are named side by side: aimag and soum, district and khoroo. */
export function areaKindRows(truth: GroundTruth): MeaningRow[] {
  const rows: Record<string, ProbeCase[]> = {};
  const addTo =
    (row: string): Add =>
    (query, fits) =>
      void (rows[row] ??= []).push({ query, fits });
  const things = CATEGORIES.map((kind) =>
    truth.things.filter(({ name, tags }) => name !== '' && kind.fits(tags)),
  );
  const soums = truth.outlines.filter(({ level, name }) => level === 6 && name.endsWith(' сум'));
  for (const soum of soums) addSoum(truth, soum, { things, add: addTo('aimag + soum + kind') });
  for (const thing of truth.things)
    if (KHOROO.test(thing.name)) addKhoroo(truth, thing, { things, add: addTo('district + khoroo + kind') });
  return Object.entries(rows).map(([name, cases]) => ({ name, cases: some(cases) }));
}

function addSoum(
  truth: GroundTruth,
  soum: Outline,
  { things, add }: { things: ThingsOfKinds; add: Add },
): void {
  const aimag = truth.outlines.find(
    ({ level, code }) => level === 4 && code !== '' && soum.code.startsWith(code),
  );
  if (aimag === undefined) return;
  const bare = aimag.name.replace(/ аймаг$/, '');
  const isThere = ({ lon, lat }: Spot): boolean => contains(soum, lon, lat);
  CATEGORIES.forEach((kind, i) => {
    if (!things[i].some(isThere)) return;
    const query = inTurn(i + soum.name.length, [
      `${bare} аймаг ${soum.name} ${kind.words[0]}`,
      `${bare} ${soum.name} ${kind.words[0]}`,
      `${soum.name}, ${bare} аймаг, ${kind.words[0]}`,
    ]);
    add(query, (hit) => isOfKind(truth, hit, kind) && isThere(spotOf(hit)));
  });
}

function addKhoroo(
  truth: GroundTruth,
  office: Thing,
  { things, add }: { things: ThingsOfKinds; add: Add },
): void {
  const [, abbreviation, number] = KHOROO.exec(office.name)!;
  const areas = truth.things
    .filter(
      ({ name, tags }) =>
        name === `${number}-р хороо` && tags['gazarch:district'] === DISTRICTS[abbreviation],
    )
    .flatMap((area) => truth.around(area).filter(({ name }) => name === area.name));
  const hasBorder = truth.things.some(
    ({ name, tags }) => name === `${number}-р хороо` && tags['gazarch:district'] === DISTRICTS[abbreviation],
  );
  // Of a border that bends around its own point nothing is known here.
  if (hasBorder && areas.length === 0) return;
  const isAround = (spot: Spot): boolean => metres(spot, office) < NEAR_OFFICE_M;
  const isInside = (spot: Spot): boolean => areas.some((area) => contains(area, spot.lon, spot.lat));
  const isNear = (spot: Spot): boolean => isAround(spot) || isInside(spot);
  CATEGORIES.forEach((kind, i) => {
    // Where a khoroo has none, the khoroo is the answer.
    if (!things[i].some(areas.length > 0 ? isInside : isAround)) return;
    const query = inTurn(i + Number(number), [
      `${abbreviation} ${number}-р хороо ${kind.words[0]}`,
      `${DISTRICTS[abbreviation]} дүүрэг ${number}-р хороо ${kind.words[0]}`,
      `${DISTRICTS[abbreviation]} дүүргийн ${number} хороо ${kind.words[0]}`,
      `${DISTRICTS[abbreviation]} ${number}-р хороо ${kind.words[0]}`,
    ]);
    add(query, (hit) => isOfKind(truth, hit, kind) && isNear(spotOf(hit)));
  });
}

function isOfKind(truth: GroundTruth, { id }: PlaceHit, kind: Category): boolean {
  const thing = truth.byId.get(id);
  return thing !== undefined && kind.fits(thing.tags);
}

function inTurn(turn: number, texts: readonly string[]): string {
  return texts[turn % texts.length];
}
