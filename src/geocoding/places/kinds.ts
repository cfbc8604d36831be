import { bareTable, bareTables } from '../../bare-table.js';
import { AMBIGUOUS_KINDS, KIND_TABLE } from '../../text/kind-table.js';

/**
 * The base prominence, before bonuses, by tag key and value. docs/decisions/0007-forward-geocoding.md
 * explains the scale. A value that is not listed has the prominence given for `*`. A key that is not listed
 * is not a principal key.
 *
 * Keys are tried in this order: the use of an object takes precedence over its construction.
 */
export const KINDS: Readonly<Record<string, Readonly<Record<string, number>>>> = bareTables({
  place: {
    country: 88,
    state: 85,
    province: 85,
    region: 80,
    county: 65,
    district: 65,
    municipality: 70,
    city: 90,
    town: 80,
    village: 65,
    hamlet: 45,
    isolated_dwelling: 20,
    farm: 20,
    suburb: 55,
    borough: 60,
    quarter: 50,
    neighbourhood: 45,
    city_block: 30,
    square: 50,
    island: 50,
    islet: 30,
    locality: 25,
    allotments: 25,
    '*': 20,
  },
  boundary: { administrative: 40, national_park: 60, protected_area: 55, '*': 20 },
  highway: {
    motorway: 45,
    trunk: 45,
    primary: 45,
    motorway_link: 30,
    trunk_link: 30,
    primary_link: 30,
    secondary: 40,
    tertiary: 40,
    secondary_link: 30,
    tertiary_link: 30,
    unclassified: 30,
    residential: 30,
    living_street: 30,
    pedestrian: 35,
    road: 25,
    service: 22,
    track: 20,
    path: 18,
    footway: 18,
    cycleway: 18,
    steps: 18,
    bridleway: 18,
    bus_stop: 20,
    services: 28,
    rest_area: 28,
    platform: 20,
    motorway_junction: 20,
    traffic_signals: 20,
    mini_roundabout: 20,
    '*': 15,
  },
  junction: { '*': 25 },
  amenity: {
    university: 50,
    college: 45,
    hospital: 50,
    marketplace: 50,
    monastery: 50,
    place_of_worship: 38,
    theatre: 45,
    arts_centre: 40,
    library: 38,
    townhall: 38,
    embassy: 38,
    courthouse: 38,
    police: 38,
    fire_station: 35,
    prison: 30,
    school: 38,
    kindergarten: 34,
    clinic: 34,
    bus_station: 48,
    ferry_terminal: 48,
    conference_centre: 40,
    exhibition_centre: 40,
    community_centre: 34,
    cinema: 38,
    post_office: 34,
    public_bath: 28,
    casino: 28,
    nightclub: 26,
    parking: 20,
    atm: 18,
    bench: 5,
    toilets: 10,
    drinking_water: 10,
    waste_basket: 5,
    parking_entrance: 12,
    taxi: 20,
    bicycle_parking: 8,
    '*': 28,
  },
  shop: { mall: 50, department_store: 50, supermarket: 30, '*': 28 },
  tourism: {
    museum: 50,
    hotel: 38,
    attraction: 45,
    theme_park: 45,
    zoo: 45,
    gallery: 38,
    viewpoint: 35,
    hostel: 30,
    guest_house: 30,
    artwork: 20,
    information: 15,
    camp_site: 32,
    '*': 28,
  },
  leisure: {
    stadium: 50,
    park: 38,
    nature_reserve: 45,
    water_park: 38,
    sports_centre: 34,
    pitch: 15,
    playground: 12,
    garden: 20,
    '*': 25,
  },
  historic: { monument: 42, memorial: 38, castle: 45, archaeological_site: 38, ruins: 35, '*': 32 },
  office: { government: 38, diplomatic: 38, '*': 26 },
  healthcare: { hospital: 50, clinic: 34, '*': 28 },
  diplomatic: { '*': 38 },
  craft: { '*': 24 },
  club: { '*': 24 },
  railway: { station: 55, halt: 45, tram_stop: 20, subway_entrance: 30, rail: 30, '*': 20 },
  public_transport: { station: 48, '*': 20 },
  aeroway: { aerodrome: 60, terminal: 45, heliport: 40, gate: 10, '*': 20 },
  aerialway: { '*': 25 },
  natural: {
    peak: 55,
    volcano: 55,
    water: 30,
    bay: 40,
    glacier: 40,
    spring: 32,
    cave_entrance: 40,
    valley: 35,
    ridge: 35,
    cliff: 32,
    sand: 32,
    desert: 50,
    wood: 30,
    tree: 5,
    '*': 28,
  },
  mountain_pass: { '*': 38 },
  waterway: { river: 55, stream: 35, canal: 35, waterfall: 40, dam: 38, '*': 25 },
  water: { lake: 56, reservoir: 45, river: 45, pond: 25, '*': 30 },
  landuse: {
    military: 30,
    cemetery: 30,
    industrial: 30,
    commercial: 30,
    residential: 35,
    retail: 32,
    religious: 38,
    quarry: 28,
    '*': 22,
  },
  man_made: { bridge: 38, tower: 30, water_well: 15, works: 30, '*': 22 },
  military: { '*': 28 },
  power: { plant: 40, substation: 20, '*': 12 },
  emergency: { '*': 20 },
  building: {
    university: 40,
    hospital: 40,
    train_station: 48,
    stadium: 45,
    hotel: 34,
    school: 34,
    kindergarten: 30,
    government: 36,
    temple: 38,
    '*': 10,
  },
});

export const COUNTRY_PROMINENCE = 95;
export const CAPITAL_PROMINENCE = 100;
export const CITY_PROMINENCE = 90;
/**
 * Many aimag centers are tagged as cities. The cities that rank above them (Эрдэнэт, Дархан) have at least
 * this many inhabitants.
 */
export const CITY_POPULATION = 50_000;
export const AIMAG_PROMINENCE = 85;
/** The prominence of a town that is the seat of an aimag, regardless of the town's tags. */
export const AIMAG_CENTRE_PROMINENCE = 80;
export const DISTRICT_PROMINENCE = 70;
export const SOUM_PROMINENCE = 65;
export const KHOROO_PROMINENCE = 50;
export const BAG_PROMINENCE = 45;
export const ADDRESS_PROMINENCE = 5;
/**
 * The maximum prominence of a street named like `Мандалговь - Даланзадгад`, because people who search for one
 * of the two towns want the town.
 */
export const ROUTE_NAME_PROMINENCE = 15;
/** The prominence of an object whose tags are not listed in KINDS. */
export const UNKNOWN_PROMINENCE = 20;

/** The types that a settlement can have. People consider these types to be one kind of place. */
export const SETTLEMENTS: ReadonlySet<string> = new Set([
  'city',
  'town',
  'village',
  'hamlet',
  'isolated_dwelling',
  'farm',
  'municipality',
]);
/** Types that denote parts of a settlement. */
export const QUARTERS: ReadonlySet<string> = new Set([
  'suburb',
  'borough',
  'quarter',
  'neighbourhood',
  'city_block',
]);

/**
 * Words for each type of place. Queries may contain the kind beside the name (Номин дэлгүүр). Each word is
 * listed in one spelling; src/text/kind-table.ts lists its other spellings.
 */
export const KIND_WORDS: Readonly<Record<string, readonly string[]>> = bareTable(wordsByType());

function wordsByType(): Record<string, string[]> {
  const byType: Record<string, string[]> = {};
  for (const { words, types } of KIND_TABLE) for (const type of types) (byType[type] ??= []).push(words[0]);
  return byType;
}

/**
 * The types in KIND_WORDS that people do not search for as a category: areas, settlements, streets, houses.
 */
export const NO_CATEGORY: ReadonlySet<string> = new Set([
  ...['street', 'address', 'building', 'apartments', 'bridge', 'square'],
  ...['suburb', 'quarter', 'neighbourhood', 'city', 'town', 'village', 'hamlet'],
  ...['aimag', 'soum', 'district', 'khoroo', 'bag'],
]);

/** Maps each Mongolian word for a kind to the first type that it stands for. */
export function typesByWord(): Map<string, string> {
  const types = new Map<string, string>();
  for (const {
    words: [word],
    types: [type],
  } of KIND_TABLE)
    if (type !== undefined && !NO_CATEGORY.has(type) && !AMBIGUOUS_KINDS.includes(word))
      types.set(word, type);
  return types;
}

/** Per type: the word for the kind, for places whose names are used with and without it (Туул, Туул гол). */
export const KIND_SUFFIX: Readonly<Record<string, string>> = bareTable<string>({
  aimag: 'аймаг',
  soum: 'сум',
  district: 'дүүрэг',
  city: 'хот',
  town: 'хот',
  river: 'гол',
  lake: 'нуур',
  bank: 'банк',
});
