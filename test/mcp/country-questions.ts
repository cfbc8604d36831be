/**
 * Forty questions of dispatchers and tourists, half in Mongolian and half in English, as they would ask an
 * assistant; the calls that it would make from the descriptions of the tools alone; and what the last answer
 * must have. Distances and times are ranges, so that a renewed map keeps them true.
 */
export interface CountryQuestion {
  asked: string;
  calls: readonly [tool: string, given: Record<string, unknown>][];
  /** What the last answer must have, or, of `error`, what it must say. */
  has: object | ((body: any) => boolean);
  error?: true;
}

const mn = { language: 'mn' };
const STORE = 'Улсын их дэлгүүр';
const MARKET = 'Нарантуул зах';

/** Stands for the id of the first result of the call before. */
export const FIRST_ID = 'the first id';

/** Between two bounds. */
const km = (least: number, most: number) => (meters: number) => meters > 1000 * least && meters < 1000 * most;
const unpaved = (least: number, most: number) => (body: any) => km(least, most)(body.unpaved_meters);
const all = (tool: string, given: object): CountryQuestion['calls'] => [[tool, { ...given }]];

export const COUNTRY_QUESTIONS: readonly CountryQuestion[] = [
  // Addresses and khoroos
  {
    asked: 'Зайсан толгой аль дүүрэг, хэддүгээр хороо вэ?',
    calls: all('search_places', { query: 'Зайсан толгой', ...mn }),
    has: { results: [{ components: { district: 'Хан-Уул дүүрэг', khoroo: '11-р хороо' } }] },
  },
  {
    asked: 'Which district is the State Department Store in?',
    calls: all('search_places', { query: 'State Department Store' }),
    has: { results: [{ components: { district: 'Sükhbaatar District' } }] },
  },
  {
    asked: 'Энхтайваны өргөн чөлөө 17 хаана байна?',
    calls: all('search_places', { query: 'Энхтайваны өргөн чөлөө 17', ...mn }),
    has: { results: [{ type: 'address', components: { house_number: '17' } }] },
  },
  {
    asked: 'Where is Peace Avenue 17?',
    calls: all('search_places', { query: 'Peace Avenue 17' }),
    has: { results: [{ type: 'address', match: 'exact' }] },
  },
  {
    asked: 'БЗД-ийн 26-р хороо хаана вэ?',
    calls: all('search_places', { query: 'БЗД 26-р хороо', ...mn }),
    has: { results: [{ type: 'khoroo', address: 'Улаанбаатар, Баянзүрх дүүрэг' }] },
  },
  {
    asked: 'The customer sent 47.9139, 106.9044. What is there?',
    calls: all('reverse_geocode', { point: '47.9139, 106.9044' }),
    has: { results: [{ name: 'State Department Store', distance_meters: 0 }] },
  },
  {
    asked: 'Энэ цэг аль хороонд байна: 47.8975, 106.9691?',
    calls: all('reverse_geocode', { point: { latitude: 47.8975, longitude: 106.9691 }, ...mn }),
    has: { results: [{ components: { khoroo: '26-р хороо', district: 'Баянзүрх дүүрэг' } }] },
  },
  {
    asked: 'Жолоочид Улсын их дэлгүүр хаана байгааг яаж хэлэх вэ?',
    calls: all('describe_location', { point: STORE, ...mn }),
    has: ({ sentence, plus_code }: any) => /Сүхбаатар дүүрэг/.test(sentence) && /\+/.test(plus_code),
  },
  {
    asked: 'Our guest only has the plus code 8PV8WW73+HQ. Where is that, in words?',
    calls: all('describe_location', { point: '8PV8WW73+HQ' }),
    has: ({ sentence }: any) => /State Department Store/.test(sentence),
  },
  // Kinds near a place
  {
    asked: 'Улсын их дэлгүүрийн ойролцоо эмийн сан байна уу?',
    calls: all('search_places', { query: 'эмийн сан', near: STORE, within_meters: 1000, ...mn }),
    has: ({ results }: any) =>
      results.every((own: any) => own.type === 'pharmacy' && own.distance_meters <= 1000),
  },
  {
    asked: 'Is there a museum within walking distance of Sükhbaatar Square?',
    calls: all('search_places', { query: 'museum', near: 'Sukhbaatar Square', within_meters: 1500 }),
    has: { results: [{ type: 'museum' }] },
  },
  {
    asked: 'Where can I get cash near 47.9189, 106.9176?',
    calls: all('search_places', {
      ...{ query: 'bank', near: { latitude: 47.9189, longitude: 106.9176 }, within_meters: 500 },
    }),
    has: { results: [{ type: 'bank' }] },
  },
  {
    asked: 'Зайсангаас хамгийн ойрын эмнэлэг?',
    calls: all('search_places', { query: 'эмнэлэг', near: 'Зайсан толгой', limit: 3, ...mn }),
    has: ({ results }: any) => results[0].distance_meters < 1000,
  },
  {
    asked: 'When is the State Department Store open, and what is it called in Mongolian?',
    calls: [
      ['search_places', { query: 'State Department Store', limit: 1 }],
      ['place_details', { id: FIRST_ID }],
    ],
    has: { names: { name: STORE } },
  },
  // Routes with gravel
  {
    asked: 'Улаанбаатараас Ховд хүртэл хэдэн км шороон замтай вэ?',
    calls: all('compute_route', { origin: 'Улаанбаатар', destination: 'Ховд', steps: 'none', ...mn }),
    has: unpaved(400, 900),
  },
  {
    asked: 'How much of the drive from Dalanzadgad to Bayanzag is not paved?',
    calls: all('compute_route', { origin: 'Dalanzadgad', destination: 'Bayanzag', steps: 'none' }),
    has: unpaved(50, 150),
  },
  {
    asked: 'If we leave Ulaanbaatar on 1 December at 8, when are we in Dalanzadgad?',
    calls: all('compute_route', {
      ...{ origin: 'Ulaanbaatar', destination: 'Dalanzadgad', depart_at: '2026-12-01T08:00', steps: 'none' },
    }),
    has: ({ arrives_at }: any) => /^2026-12-01T(1[6-9]|2[0-3]):/.test(arrives_at),
  },
  {
    asked: 'Дархан хүртэл хэр хол, хэдэн цаг явах вэ?',
    calls: all('compute_route', { origin: 'Улаанбаатар', destination: 'Дархан', steps: 'none', ...mn }),
    has: ({ distance_meters, duration_seconds }: any) =>
      km(180, 280)(distance_meters) && duration_seconds > 7200 && duration_seconds < 21_600,
  },
  {
    asked: 'We want to stop in Lün on the way to Kharkhorin: how long is each part?',
    calls: all('compute_route', { origin: 'Ulaanbaatar', destination: 'Kharkhorin', via: ['Lün'] }),
    has: ({ legs }: any) => legs.length === 2 && km(100, 160)(legs[0].distance_meters),
  },
  {
    asked: 'Мөрөнгөөс Хатгал руу шороон замгүй явж болох уу?',
    calls: all('compute_route', {
      origin: 'Мөрөн',
      destination: 'Хатгал',
      avoid: ['unpaved', 'ford'],
      ...mn,
    }),
    has: ({ from, surfaces }: any) => from.address.startsWith('Хөвсгөл') && surfaces.length > 0,
  },
  {
    asked: 'Is there another way to Terelj?',
    calls: all('compute_route', { origin: 'Ulaanbaatar', destination: 'Terelj', alternatives: 2 }),
    has: ({ alternatives }: any) => Array.isArray(alternatives),
  },
  {
    asked: 'Талбайгаас Гандан хүртэл алхаад хэдэн минут вэ?',
    calls: all('compute_route', {
      origin: 'Сүхбаатарын талбай',
      destination: 'Гандан хийд',
      mode: 'walking',
      ...mn,
    }),
    has: ({ duration_seconds }: any) => duration_seconds > 900 && duration_seconds < 3600,
  },
  {
    asked: 'Send me a link to the route from Narantuul to the State Department Store.',
    calls: all('compute_route', { origin: 'Narantuul Market', destination: 'State Department Store' }),
    has: ({ map }: any) => /#r=106\.9475\d,47\.9085\d,Narantuul%20Market;/.test(map),
  },
  {
    asked: 'Засвараас болж хэр тойрох вэ?',
    calls: all('compute_route', { origin: 'Энхтайваны өргөн чөлөө 17', destination: STORE, ...mn }),
    has: { detour: { closures: [{ reason: 'Засвар' }] } },
  },
  // Who is nearest, how far one comes
  {
    asked: 'Нарантуул, Гандан, Зайсанд байгаа гурван жолоочийн хэн нь Их дэлгүүрт түрүүлж очих вэ?',
    calls: all('compute_matrix', {
      ...{ origins: [MARKET, 'Гандан хийд', 'Зайсан толгой'], destinations: [STORE], ...mn },
    }),
    has: { nearest_origin: [1] },
  },
  {
    asked: 'Which is nearest to Ulaanbaatar by road: Darkhan, Erdenet, Choibalsan or Dalanzadgad?',
    calls: all('compute_matrix', {
      ...{ origins: ['Ulaanbaatar'], destinations: ['Darkhan', 'Erdenet', 'Choibalsan', 'Dalanzadgad'] },
    }),
    has: { nearest_destination: [0] },
  },
  {
    asked: 'Их дэлгүүрээс 10 минут алхаад хаа хүрэх вэ?',
    calls: all('reachable_area', { point: STORE, minutes: [10], mode: 'walking', ...mn }),
    has: ({ reached: [own] }: any) => own.minutes === 10 && km(0.5, 1.3)(own.farthest_meters),
  },
  {
    asked: 'From how far away can a courier reach the square within 5 km of road?',
    calls: all('reachable_area', { point: 'Sukhbaatar Square', meters: [5000], direction: 'to' }),
    has: ({ reached: [own] }: any) => own.meters === 5000 && own.farthest_meters <= 5100,
  },
  // Order of visits
  {
    asked: 'Нарантуулаас гараад Их дэлгүүр, Гандан, Зайсанд хүргэлт хийнэ. Ямар дарааллаар явах вэ?',
    calls: all('plan_trip', {
      stops: [MARKET, STORE, 'Гандан хийд', 'Зайсан толгой'].map((at) => ({ at, minutes: 5 })),
      ...{ depart_at: '2026-12-01T09:00', ...mn },
    }),
    has: ({ vehicles: [{ visits }], map }: any) =>
      visits.length === 5 && visits[0].name === MARKET && visits[4].arrives_at > '2026-12-01T09:30' && map,
  },
  {
    asked: 'Two vans take four parcels each; Zaisan opens at 9 and closes at 10. Who goes where?',
    calls: all('plan_trip', {
      stops: [
        { at: 'Narantuul Market' },
        { at: 'Zaisan Memorial', open: '09:00-10:00' },
        { at: 'Gandan', load: 3 },
        { at: 'State Department Store', load: 2 },
        { at: 'Nalaikh', load: 1 },
      ],
      ...{ vehicles: 2, capacity: 4, depart_at: '2026-12-01T09:00' },
    }),
    has: ({ vehicles, unassigned }: any) =>
      vehicles.every(({ visits }: any) => visits.length > 2) && unassigned.length === 0,
  },
  {
    asked: 'Can we be at the store between 8:00 and 8:05 if we leave Nalaikh at 8?',
    calls: all('plan_trip', {
      stops: [{ at: 'Nalaikh District' }, { at: 'State Department Store', open: '08:00-08:05' }],
      depart_at: '2026-12-01T08:00',
    }),
    has: { unassigned: [{ stop: 1, name: 'State Department Store' }] },
  },
  // Traces
  {
    asked: 'Жолооч талбайгаас яаж явсан, хэдэн км явсан бэ?',
    calls: all('match_trace', {
      trace: [
        { latitude: 47.916, longitude: 106.9176, time: '2026-11-29T08:16:10' },
        { latitude: 47.9155, longitude: 106.912, time: '2026-11-29T08:17:00' },
      ],
    }),
    has: ({ distance_meters, roads }: any) => km(0.3, 0.8)(distance_meters) && roads.length > 0,
  },
  {
    asked: 'Which of these three GPS points was off the road?',
    calls: all('match_trace', {
      trace: [
        { latitude: 47.9189, longitude: 106.9176 },
        { latitude: 47.916, longitude: 106.9176 },
        { latitude: 47.9155, longitude: 106.912 },
      ],
    }),
    has: { points_on_no_road: [0] },
  },
  // Zones, vehicles, closures
  {
    asked: 'Их дэлгүүрт хүргэлт хэд вэ?',
    calls: all('zones_at', { point: STORE, ...mn }),
    has: ({ zones }: any) => zones.some(({ properties }: any) => properties.price === 5000),
  },
  {
    asked: 'May a car with a plate ending in 6 drive at the State Department Store on Monday at 10?',
    calls: all('zones_at', { point: 'State Department Store', at: '2026-11-30T10:00' }),
    has: ({ zones }: any) =>
      zones.some(({ rule }: any) => rule?.in_force && rule.closed_for.includes('plate:6')),
  },
  {
    asked: 'Даваа гарагт 6-аар төгссөн дугаартай машин Нарантуулаас Их дэлгүүр орж болох уу?',
    calls: all('compute_route', {
      ...{ origin: MARKET, destination: STORE, vehicle: 'plate:6', depart_at: '2026-11-30T10:00', ...mn },
    }),
    error: true,
    has: { error: { reason: 'no_path', zones: [{ open_from: '2026-11-30T20:00' }] } },
  },
  {
    asked: 'Can a ten-ton truck get from Narantuul to Gandan?',
    calls: all('compute_route', { origin: 'Narantuul Market', destination: 'Gandan', vehicle: 'ten-ton' }),
    has: ({ distance_meters }: any) => km(4, 12)(distance_meters),
  },
  {
    asked: 'Одоо ямар зам хаалттай вэ?',
    calls: all('list_closures', { near: 'Сүхбаатарын талбай', ...mn }),
    has: ({ roads: [own] }: any) => own.reason === 'Засвар' && own.distance_meters < 5000,
  },
  // Names that lead astray
  {
    asked: 'How long from Sansar to the airport?',
    calls: all('compute_route', { origin: 'Sansar', destination: 'airport' }),
    error: true,
    has: ({ error }: any) =>
      /may be one of several places/.test(error.message) && error.candidates.length > 1,
  },
  {
    asked: 'Мөрөн орох замын хугацаа? Хэнтийнх шүү.',
    calls: all('compute_route', {
      origin: 'Улаанбаатар',
      destination: 'Хэнтий аймаг Мөрөн сум',
      steps: 'none',
      ...mn,
    }),
    has: ({ to }: any) => to.address.includes('Хэнтий'),
  },
];
