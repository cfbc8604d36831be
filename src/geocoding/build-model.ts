import type { Box } from '../geo/position.js';
import type { Geometry } from '../geo/feature.js';
import { boxOfLines } from '../geo/line-box.js';
import { groupedBy } from '../arrays/groups.js';
import { metersPerDegreeLat, metersPerDegreeLon } from '../geo/distance.js';
import { abbreviationOf, endsWithWord } from '../text/canonical.js';
import { joinedKey } from '../text/join.js';
import { streetKey } from '../text/street-key.js';
import { wordsOf } from '../text/words.js';
import type { AreaLink, Areas } from './areas/areas.js';
import { reachOf, Reaches, type Reached } from './areas/settlement-reach.js';
import { StreetLines } from './areas/street-lines.js';
import type { Draft } from './places/draft.js';
import { KIND_SUFFIX, KIND_WORDS, NO_CATEGORY } from './places/kinds.js';
import { compareRanks } from './places/place.js';
import { liftLargerTowns, prominenceOf, prominenceParts, type ProminenceParts } from './places/prominence.js';
import type { AddressEntry, RowLinks, SearchModel } from './places/search-model.js';
import { isTownType, rankOfSettlement } from './places/settlement.js';
import { twinsOf } from './places/twins.js';

/**
 * A name is searchable without its kind word only if the remaining part has more letters than this, including
 * spaces. Их банк cannot be found as Их, because half of all names begin with that word.
 */
const SHORTEST_BARE_NAME = 3;

/** The maximum distance, in meters, between a house and the bounding box of the street in its address. */
export const HOUSE_TO_STREET_M = 500;

/** Sorts the drafts by rank and collects the names by which each draft can be found. */
export function buildModel(drafts: readonly Draft[], areas: Areas): SearchModel {
  const placed = new Map(drafts.map((draft) => [draft, areas.of(draft)]));
  const parts = new Map(
    drafts.map((draft) => [draft, prominenceParts(draft, areas.isInCapital(placed.get(draft)!.chain))]),
  );
  const reaches = new Reaches(drafts);
  const reached = new Map(drafts.map((draft) => [draft, reaches.of(draft)]));
  liftLargerTowns(drafts, parts, (street) =>
    areas.isInCapital(placed.get(street)!.chain) ? Infinity : peopleOf(townOf(reached.get(street)!)),
  );
  const rows = ranked(drafts, parts);
  const places = rows.map((row) => placed.get(row)!);
  const chains = places.map(({ chain }) => areas.label(chain));
  const towns = rows.map((row) => reached.get(row)!);
  const contexts = new Contexts();
  const streets = new Streets(rows, contexts);
  const streetLines = new StreetLines(rows);
  const numbers = new Map(rows.map((row, i) => [row, i]));
  const links = rows.map((row, i) => {
    const street = row.house === null ? streetLines.besideOf(row) : streets.streetOf(row);
    return linksOf(row, areas.links(places[i].chain, townOf(towns[i])), street, numbers);
  });
  rows.forEach((row, i) => {
    const part = row.matchKind === 'address' ? null : streetPartOf(links[i]);
    row.address = addressOf(areas.label(places[i].chain, townOf(towns[i])) ?? links[i].taggedAreas, part);
    row.part = areas.labelOf(row) ?? part;
  });
  const twinChains = rows.map((row, i) =>
    row.matchKind === 'place' ? areas.label(areas.withoutQuarters(places[i].chain)) : chains[i],
  );
  const tagged = rows.map(taggedNames);
  const byEar = namedByEar(rows, tagged);
  const made = rows.map((row, i) => namesWithKind(tagged[i], row, areas.aimagOf(places[i].chain)));
  const areaContext = areas.drafts.map((area) => contexts.add(allNames(area)));
  const townContext = new Map(
    rows.flatMap((row) => (reachOf(row) > 0 ? [[row, contexts.add(townNames(row))] as const] : [])),
  );
  const addresses: AddressEntry[] = [];
  const rowContexts = rows.map((row, i) => {
    const list = places[i].all.map((area) => areaContext[area]);
    for (const { draft } of towns[i]) list.push(townContext.get(draft)!);
    const kind = contexts.ofKind(row.type);
    if (kind !== null) list.push(kind);
    const street = streets.contextOf(row);
    if (street !== null) list.push(street);
    for (const number of street === null ? [] : row.house!.keys)
      addresses.push({ row: i, number, street: street! });
    return list;
  });
  return {
    rows,
    parts: rows.map((row) => parts.get(row)!),
    names: tagged.map((names, i) => (byEar.has(rows[i]) ? [] : names)),
    generated: tagged.map((names, i) => (byEar.has(rows[i]) ? [...names, ...made[i]] : made[i])),
    tagged: rows.map((row) => row.names),
    refs: rows.map((row) => row.refs),
    twins: twinsOf(rows, twinChains, (a, b) => streetLines.runBetween(a, b)),
    contexts: contexts.names,
    kinds: contexts.categories(),
    towns: rows.flatMap((row, i) => {
      const reach_m = rankOfSettlement(row) === 'quarter' ? 0 : reachOf(row);
      return reach_m > 0 ? [{ row: i, reach_m }] : [];
    }),
    rowContexts,
    links,
    addresses: onlyHouses(addresses, rows),
  };
}

/** Returns all names of a town as a context. The seat of an aimag also has a name such as Увс аймгийн төв. */
function townNames(row: Draft): string[] {
  return [...allNames(row), ...row.refs.filter((ref) => ref.endsWith(' аймгийн төв'))];
}

function linksOf(
  row: Draft,
  around: readonly AreaLink[],
  street: Draft | undefined,
  numbers: ReadonlyMap<Draft, number>,
): RowLinks {
  return {
    areas: around.map(({ draft, isShown }) => ({ row: numbers.get(draft)!, isShown })),
    taggedAreas: around.some(({ isShown }) => isShown) ? null : taggedAreas(row),
    street: row.house?.street ?? (row.matchKind === 'place' ? (street?.name ?? null) : null),
    streetRow: street === undefined ? null : numbers.get(street)!,
    number: row.house?.numbers.join(', ') ?? null,
  };
}

/** Sorts by prominence, highest first, then by the length of the display name, then by id. */
function ranked(drafts: readonly Draft[], parts: ReadonlyMap<Draft, ProminenceParts>): Draft[] {
  for (const draft of drafts) draft.prominence = prominenceOf(parts.get(draft)!);
  return [...drafts].sort(compareRanks);
}

/**
 * Builds the address, from the largest area to the smallest. The address does not repeat the place's own
 * name, so a house's address ends with the street.
 */
function addressOf(areas: string | null, part: string | null): string | null {
  const parts = [areas, part].filter((text) => text !== null);
  return parts.length > 0 ? parts.join(', ') : null;
}

/** Returns `Энхтайваны өргөн чөлөө 15`, or only the street if there is no number. */
function streetPartOf({ street, number }: RowLinks): string | null {
  return street === null || number === null ? street : `${street} ${number}`;
}

/**
 * Returns the settlement that an address names, which is the nearest one. Quarters are omitted, because their
 * borders are unknown.
 */
function townOf(reached: readonly Reached[]): Draft | null {
  return reached.find(({ draft }) => rankOfSettlement(draft) !== 'quarter')?.draft ?? null;
}

function peopleOf(town: Draft | null): number {
  return Number(town?.tags['population'] ?? 0) || 0;
}

/** Returns the areas named in the tags, for places that are not inside any outline. */
export function taggedAreas({ tags }: Pick<Draft, 'tags'>): string | null {
  const named = ['addr:province', 'addr:city', 'addr:district', 'addr:suburb', 'addr:subdistrict']
    .map((key) => tags[key]?.trim())
    .filter((name) => name);
  return named.length > 0 ? [...new Set(named)].join(', ') : (tags['is_in'] ?? null);
}

/** The fields from which a row's names are derived. */
export type NamedRow = Pick<Draft, 'name' | 'names' | 'made' | 'type' | 'matchKind' | 'house'>;

/**
 * Returns a row's tagged names and their abbreviations. For a house whose number has a key, returns the
 * number instead.
 */
export function taggedNames(row: NamedRow): string[] {
  const isHouse = row.matchKind === 'address' && (row.house?.keys.length ?? 0) > 0;
  const names = row.names.filter(
    (name) => !(isHouse && name === row.name) && row.made?.includes(name) !== true,
  );
  const suffix = KIND_SUFFIX[row.type];
  const full = suffix === undefined ? names : names.flatMap((name) => [name, `${name} ${suffix}`]);
  const short = full.map(abbreviationOf).filter((name) => name !== null);
  return short.length === 0 ? names : [...new Set([...names, ...short])];
}

/**
 * Returns the streets and settlements that have only Latin names, one of which contains an o or u and sounds
 * like a Cyrillic name of another place. These names are Mongolian words spelled by ear, so an o or u may
 * represent о, ө, у or ү, and the names are not strict matches: Murun is Мөрөн.
 */
function namedByEar(rows: readonly Draft[], tagged: readonly (readonly string[])[]): ReadonlySet<Draft> {
  const isLatin = (name: string): boolean => /[ou]/i.test(name) && !CYRILLIC.test(name);
  const found = rows.filter(
    ({ matchKind, names }) =>
      (matchKind === 'street' || matchKind === 'settlement') && names.length > 0 && names.every(isLatin),
  );
  if (found.length === 0) return new Set();
  const heard = new Set(tagged.flatMap((names) => names.filter((name) => CYRILLIC.test(name)).map(looseKey)));
  return new Set(found.filter(({ names }) => names.some((name) => heard.has(looseKey(name)))));
}

const CYRILLIC = /\p{Script=Cyrillic}/u;

function looseKey(name: string): string {
  return joinedKey(wordsOf(name).map((word) => word.loose));
}

/** Returns all names of a row as a context. */
export function allNames(row: NamedRow): string[] {
  const names = taggedNames(row);
  return [...names, ...namesWithKind(names, row)];
}

/**
 * Returns additional names by which a row can be found. Cyrillic names are listed with and without the word
 * for their kind; a bag is also listed without its number. Area names in other scripts also get the Mongolian
 * word for their kind, unless they already end with an equivalent word (Province is read as аймаг). The name
 * of a soum or town is also listed together with its aimag.
 */
export function namesWithKind(
  tagged: readonly string[],
  row: NamedRow,
  aimag: string | null = null,
): string[] {
  const names = new Set([...tagged, ...(row.made ?? [])]);
  const suffix = KIND_SUFFIX[row.type];
  for (const name of [...names]) {
    if (!/\p{Script=Cyrillic}/u.test(name)) {
      if (row.matchKind === 'area' && suffix !== undefined && !endsWithWord(name, suffix))
        names.add(`${name} ${suffix}`);
      continue;
    }
    const bag = /^\d+-р баг,\s*(.+)$/.exec(name)?.[1];
    if (bag !== undefined) names.add(bag).add(`${bag} баг`);
    if (suffix === undefined) continue;
    const words = name.split(/\s+/);
    if (words.at(-1)!.toLowerCase() !== suffix) names.add(`${name} ${suffix}`);
    else if (name.length - suffix.length > SHORTEST_BARE_NAME) names.add(words.slice(0, -1).join(' '));
  }
  if (aimag !== null && (row.type === 'soum' || isTownType(row.type))) {
    names.add(`${row.name} ${aimag}`);
    names.add(`${aimag.replace(/ аймаг$/, '')} ${row.name}`);
    // Булган аймаг, Булган сум: every soum in the aimag already has the aimag's words in its address.
    if (isNamedLike(row.name, aimag)) names.add(`${aimag} ${row.name}`);
  }
  return [...names].slice(tagged.length);
}

/**
 * Whether the soum or town is named like its aimag or like part of the aimag's name (Өлгий in Баян-Өлгий).
 */
function isNamedLike(name: string, aimag: string): boolean {
  const [first] = name.toLowerCase().split(' ');
  return aimag.toLowerCase().split(/[ -]/).includes(first);
}

/**
 * Filters out shops that are in houses. Several places can share a house number. Only the house itself
 * represents the address, or a shop if the house is unknown.
 */
function onlyHouses(addresses: readonly AddressEntry[], rows: readonly Draft[]): AddressEntry[] {
  const keyOf = (entry: AddressEntry): string => `${entry.street}|${entry.number}`;
  const isHouse = (entry: AddressEntry): boolean => rows[entry.row].matchKind === 'address';
  const houses = new Set(addresses.filter(isHouse).map(keyOf));
  return addresses.filter((entry) => isHouse(entry) || !houses.has(keyOf(entry)));
}

/**
 * The names of all contexts, which are the places that rows are inside or belong to. A context number is an
 * index into `names`.
 */
export class Contexts {
  readonly names: (readonly string[])[] = [];
  /** Context numbers by type of place. */
  readonly #kinds = new Map<string, number>();

  add(names: readonly string[]): number {
    return this.names.push(names) - 1;
  }

  /** Adds another name to a context. */
  addName(context: number, name: string): void {
    if (!this.names[context].includes(name)) this.names[context] = [...this.names[context], name];
  }

  /** Returns the contexts for the kinds of places that people search for. */
  categories(): number[] {
    return [...this.#kinds]
      .flatMap(([type, context]) => (NO_CATEGORY.has(type) ? [] : [context]))
      .sort((a, b) => a - b);
  }

  ofKind(type: string): number | null {
    const words = KIND_WORDS[type];
    if (words === undefined) return null;
    let known = this.#kinds.get(type);
    if (known === undefined) this.#kinds.set(type, (known = this.add(words)));
    return known;
  }
}

/** Finds the street or quarter that a house number belongs to. */
class Streets {
  readonly #contexts: Contexts;
  /** Streets and settlements by street key. */
  readonly #byKey: ReadonlyMap<string, readonly Draft[]>;
  /** Maps each street with houses to its context number. */
  readonly #ofStreet = new Map<Draft, number>();
  /** Maps street names to context numbers, for streets that are not in the data. */
  readonly #ofText = new Map<string, number>();

  constructor(rows: readonly Draft[], contexts: Contexts) {
    this.#contexts = contexts;
    const named = rows.filter(({ matchKind }) => matchKind === 'street' || matchKind === 'settlement');
    this.#byKey = groupedBy(named, ({ name }) => streetKey(name));
  }

  /**
   * Returns the context number of the street in the row's address, or null for a row without a house number.
   */
  contextOf(row: Draft): number | null {
    if (row.house === null) return null;
    const street = this.streetOf(row);
    const known = street === undefined ? this.#ofText.get(row.house.street) : this.#ofStreet.get(street);
    if (known !== undefined) {
      this.#contexts.addName(known, row.house.street);
      return known;
    }
    const added = this.#contexts.add(
      street === undefined ? [row.house.street] : [...new Set([...street.names, row.house.street])],
    );
    if (street === undefined) this.#ofText.set(row.house.street, added);
    else this.#ofStreet.set(street, added);
    return added;
  }

  /** Returns the street or quarter that a house number belongs to, if it is in the data. */
  streetOf(row: Draft): Draft | undefined {
    let best: Draft | undefined;
    let nearest = HOUSE_TO_STREET_M;
    for (const street of this.#byKey.get(streetKey(row.house!.street)) ?? []) {
      const distance = distanceToBox(street, row);
      if (distance < nearest || (distance === nearest && best === undefined))
        [best, nearest] = [street, distance];
    }
    return best;
  }
}

/** Returns the distance in meters from a row to a street's bounding box, or 0 for a row inside the box. */
function distanceToBox(street: Draft, row: Draft): number {
  const [west, south, east, north] = boxOf(street);
  const lat = row.lat7 / 1e7;
  const x = (Math.max(west - row.lon7, 0, row.lon7 - east) / 1e7) * metersPerDegreeLon(lat);
  const y = (Math.max(south - row.lat7, 0, row.lat7 - north) / 1e7) * metersPerDegreeLat(lat);
  return Math.hypot(x, y);
}

const boxes = new WeakMap<Draft, Box>();

function boxOf(draft: Draft): Box {
  const known = boxes.get(draft);
  if (known !== undefined) return known;
  const box = newBoxOf(draft.geometry);
  boxes.set(draft, box);
  return box;
}

function newBoxOf(geometry: Geometry): Box {
  if (geometry.kind === 'line') return boxOfLines(geometry.lines);
  if (geometry.kind === 'area') return boxOfLines(geometry.polygons.flat());
  // A quarter mapped as a point gets a box that extends about a kilometer in each direction.
  const { lon7, lat7 } = geometry;
  return [lon7 - 130_000, lat7 - 90_000, lon7 + 130_000, lat7 + 90_000];
}
