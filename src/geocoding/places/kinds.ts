/**
 * Prominence before bonuses, by key and value of a tag (scale: design of the ranking, docs/decisions/0007-forward-geocoding.md).
 * A value that is not listed takes that of `*`; a key that is not listed is no principal key.
 *
 * The order of the keys is the order in which they are asked: what an object is to a person stands before what it is built of.
 */
export const KINDS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  place: {
    country: 88, state: 85, province: 85, region: 80, county: 65, district: 65, municipality: 70, city: 90, town: 80, village: 65, hamlet: 45, isolated_dwelling: 20,
    farm: 20, suburb: 55, borough: 60, quarter: 50, neighbourhood: 45, city_block: 30, square: 50, island: 50, islet: 30, locality: 25, allotments: 25, '*': 20,
  },
  boundary: { administrative: 40, national_park: 60, protected_area: 55, '*': 20 },
  highway: {
    motorway: 45, trunk: 45, primary: 45, motorway_link: 30, trunk_link: 30, primary_link: 30, secondary: 40, tertiary: 40, secondary_link: 30, tertiary_link: 30,
    unclassified: 30, residential: 30, living_street: 30, pedestrian: 35, road: 25, service: 22, track: 20, path: 18, footway: 18, cycleway: 18, steps: 18, bridleway: 18,
    bus_stop: 20, services: 28, rest_area: 28, platform: 20, motorway_junction: 20, '*': 15,
  },
  amenity: {
    university: 50, college: 45, hospital: 50, marketplace: 50, monastery: 50, place_of_worship: 38, theatre: 45, arts_centre: 40, library: 38, townhall: 38, embassy: 38,
    courthouse: 38, police: 38, fire_station: 35, prison: 30, school: 38, kindergarten: 34, clinic: 34, bus_station: 48, ferry_terminal: 48, conference_centre: 40,
    exhibition_centre: 40, community_centre: 34, cinema: 38, post_office: 34, public_bath: 28, casino: 28, nightclub: 26, parking: 20, atm: 18, bench: 5, toilets: 10,
    drinking_water: 10, waste_basket: 5, parking_entrance: 12, taxi: 20, bicycle_parking: 8, '*': 28,
  },
  shop: { mall: 50, department_store: 50, supermarket: 30, '*': 28 },
  tourism: { museum: 50, hotel: 38, attraction: 45, theme_park: 45, zoo: 45, gallery: 38, viewpoint: 35, hostel: 30, guest_house: 30, artwork: 20, information: 15, camp_site: 32, '*': 28 },
  leisure: { stadium: 50, park: 38, nature_reserve: 45, water_park: 38, sports_centre: 34, pitch: 15, playground: 12, garden: 20, '*': 25 },
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
  natural: { peak: 55, volcano: 55, water: 30, bay: 40, glacier: 40, spring: 32, cave_entrance: 40, valley: 35, ridge: 35, cliff: 32, sand: 32, desert: 50, wood: 30, tree: 5, '*': 28 },
  mountain_pass: { '*': 38 },
  waterway: { river: 55, stream: 35, canal: 35, waterfall: 40, dam: 38, '*': 25 },
  water: { lake: 56, reservoir: 45, river: 45, pond: 25, '*': 30 },
  landuse: { military: 30, cemetery: 30, industrial: 30, commercial: 30, residential: 35, retail: 32, religious: 38, quarry: 28, '*': 22 },
  man_made: { bridge: 38, tower: 30, water_well: 15, works: 30, '*': 22 },
  military: { '*': 28 },
  power: { plant: 40, substation: 20, '*': 12 },
  emergency: { '*': 20 },
  building: { university: 40, hospital: 40, train_station: 48, stadium: 45, hotel: 34, school: 34, kindergarten: 30, government: 36, temple: 38, '*': 10 },
};

export const COUNTRY_PROMINENCE = 95;
export const CAPITAL_PROMINENCE = 100;
export const CITY_PROMINENCE = 90;
/** Many centres are tagged as cities; those that stand above the aimags have so many people (Эрдэнэт, Дархан). */
export const CITY_POPULATION = 50_000;
export const AIMAG_PROMINENCE = 85;
/** The town that an aimag is governed from, whatever it is tagged as. */
export const AIMAG_CENTRE_PROMINENCE = 80;
export const DISTRICT_PROMINENCE = 70;
export const SOUM_PROMINENCE = 65;
export const KHOROO_PROMINENCE = 50;
export const BAG_PROMINENCE = 45;
export const ADDRESS_PROMINENCE = 5;
/** `Мандалговь - Даланзадгад` names two towns, and whoever types one of them wants the town. */
export const ROUTE_NAME_PROMINENCE = 15;
/** An object of a source without tags that we know. */
export const UNKNOWN_PROMINENCE = 20;

/** Kinds that a settlement comes as; a person sees one thing in them. */
export const SETTLEMENTS: ReadonlySet<string> = new Set(['city', 'town', 'village', 'hamlet', 'isolated_dwelling', 'farm', 'municipality']);
/** Parts of a settlement. */
export const QUARTERS: ReadonlySet<string> = new Set(['suburb', 'borough', 'quarter', 'neighbourhood', 'city_block']);

/**
 * Words that say what a place of that type is, for queries that name the kind beside the name (Номин дэлгүүр). One
 * spelling each: others mean the same by the vocabulary of the text room.
 */
export const KIND_WORDS: Readonly<Record<string, string>> = {
  street: 'гудамж, зам, өргөн чөлөө', address: 'байр, байшин, дугаар, хашаа, house, no', building: 'байр', apartments: 'байр', bus_stop: 'автобусны буудал, зогсоол',
  station: 'галт тэрэгний буудал, буудал', halt: 'буудал, зөрлөг', aerodrome: 'нисэх буудал', bus_station: 'автобусны буудал, вокзал',
  university: 'их сургууль, дээд сургууль', college: 'дээд сургууль, коллеж', school: 'сургууль, дунд сургууль', kindergarten: 'цэцэрлэг, хүүхдийн цэцэрлэг',
  hospital: 'эмнэлэг', clinic: 'эмнэлэг, клиник', doctors: 'эмнэлэг', dentist: 'шүдний эмнэлэг', pharmacy: 'эмийн сан', library: 'номын сан', museum: 'музей', theatre: 'театр', cinema: 'кино театр',
  marketplace: 'зах', mall: 'худалдааны төв, молл, төв, дэлгүүр', department_store: 'их дэлгүүр, худалдааны төв', supermarket: 'супермаркет, дэлгүүр, маркет, хүнсний дэлгүүр',
  convenience: 'дэлгүүр, хүнсний дэлгүүр, мини маркет', clothes: 'хувцас, дэлгүүр', electronics: 'дэлгүүр, электроникс', hardware: 'дэлгүүр, барилгын материал', bakery: 'нарийн боов, дэлгүүр',
  hairdresser: 'үсчин, гоо сайхан', beauty: 'гоо сайхан', car_repair: 'авто засвар', hotel: 'зочид буудал, буудал', hostel: 'гэст хаус, хостел', guest_house: 'гэст хаус, зочид буудал',
  restaurant: 'ресторан, хоолны газар', cafe: 'кафе, кофе шоп', fast_food: 'түргэн хоол, хоолны газар', pub: 'паб, бар, караоке', bar: 'бар, паб', bank: 'банк', atm: 'атм, банк',
  fuel: 'шатахуун түгээх станц, бензин', parking: 'зогсоол', police: 'цагдаа', post_office: 'шуудан', townhall: 'засаг даргын тамгын газар', embassy: 'элчин сайдын яам',
  diplomatic: 'элчин сайдын яам', government: 'засаг даргын тамгын газар, газар', place_of_worship: 'хийд, сүм', monastery: 'хийд, сүм', park: 'цэцэрлэгт хүрээлэн', stadium: 'цэнгэлдэх хүрээлэн',
  sports_centre: 'спорт цогцолбор, фитнес, заал', river: 'гол, мөрөн', stream: 'гол, горхи', lake: 'нуур, далай', peak: 'уул, толгой, оргил', spring: 'булаг, рашаан', mountain_pass: 'даваа', valley: 'хөндий, ам',
  national_park: 'байгалийн цогцолборт газар, дархан цаазат газар', suburb: 'хороолол, дүүрэг', quarter: 'хороолол', neighbourhood: 'хороолол, хотхон', city: 'хот', town: 'хот', village: 'сум, тосгон', hamlet: 'баг',
  aimag: 'аймаг', soum: 'сум', district: 'дүүрэг', khoroo: 'хороо', bag: 'баг', square: 'талбай', bridge: 'гүүр', memorial: 'хөшөө', monument: 'хөшөө', car_wash: 'авто угаалга',
};

/** The word that is said with the name or left out, for places whose names come with and without it (Туул, Туул гол). */
export const KIND_SUFFIX: Readonly<Record<string, string>> = {
  aimag: 'аймаг', soum: 'сум', district: 'дүүрэг', city: 'хот', town: 'хот', river: 'гол', lake: 'нуур', bank: 'банк',
};
