/**
 * Translates the reasons for the speed on a road into Mongolian. The engine uses OpenStreetMap's terms:
 * `class secondary 60, surface gravel cap 40, city x 0.5`. Unknown terms stay unchanged.
 */

const CLASSES: Readonly<Record<string, string>> = {
  motorway: 'хурдны зам',
  trunk: 'улсын гол зам',
  primary: 'нэгдүгээр зэргийн зам',
  secondary: 'хоёрдугаар зэргийн зам',
  tertiary: 'гуравдугаар зэргийн зам',
  unclassified: 'орон нутгийн зам',
  residential: 'хорооллын гудамж',
  living_street: 'тайван гудамж',
  service: 'дотоод зам',
  track: 'шороон зам',
  road: 'тодорхойгүй зам',
  pedestrian: 'явган хүний гудамж',
  footway: 'явган хүний зам',
  cycleway: 'дугуйн зам',
  bridleway: 'морин зам',
  path: 'жим',
  trail: 'жим',
  steps: 'шат',
  corridor: 'хонгил',
  platform: 'тавцан',
  elevator: 'лифт',
  busway: 'автобусны зам',
  ice_road: 'мөсөн зам',
  winter_road: 'өвлийн зам',
  ford: 'гарам',
  crossing: 'гарц',
};

const SURFACES: Readonly<Record<string, string>> = {
  paved: 'хучилттай',
  asphalt: 'асфальт',
  chipseal: 'хайрган хучилт',
  concrete: 'бетон',
  'concrete:plates': 'бетон хавтан',
  'concrete:lanes': 'бетон зурвас',
  paving_stones: 'замын хавтан',
  brick: 'тоосго',
  bricks: 'тоосго',
  sett: 'чулуун хучилт',
  cobblestone: 'чулуун хучилт',
  unhewn_cobblestone: 'бул чулуу',
  'cobblestone:flattened': 'чулуун хучилт',
  metal: 'төмөр',
  metal_grid: 'төмөр тор',
  wood: 'мод',
  unpaved: 'хучилтгүй',
  compacted: 'нягтруулсан',
  fine_gravel: 'нарийн хайрга',
  gravel: 'хайрга',
  pebblestone: 'бул чулуу',
  rock: 'хад чулуу',
  stone: 'чулуу',
  ground: 'хөрс',
  dirt: 'шороо',
  earth: 'шороо',
  soil: 'шороо',
  clay: 'шавар',
  mud: 'шавар',
  sand: 'элс',
  grass: 'өвс',
  grass_paver: 'өвстэй хавтан',
  woodchips: 'модны үртэс',
  laterite: 'улаан шороо',
  salt: 'давс',
  snow: 'цас',
  ice: 'мөс',
  unknown: 'тодорхойгүй',
};

/** Reasons that limit the speed, without the values of their tags. */
const REASONS: Readonly<Record<string, string>> = {
  surface: 'хучилт',
  tracktype: 'шороон замын зэрэг',
  smoothness: 'замын тэгш байдал',
  'unpaved residential': 'хучилтгүй гудамж',
  'ice road': 'мөсөн зам',
  'winter road': 'өвлийн зам',
  ford: 'гарам',
  '4wd only': 'зөвхөн давхар араатай машинд',
  'track in a town': 'суурин доторх шороон зам',
  service: 'дотоод зам',
  narrow: 'нарийн зам',
  alternating: 'ээлжлэн зорчих зам',
  city: 'том хотод',
  ferry: 'гатлага онгоц',
  walkway: 'явган хүний зам',
  sac_scale: 'уулын жим',
  maxspeed: 'хурдны хязгаар',
  'maxspeed:motorcar': 'хурдны хязгаар',
  'maxspeed:advisory': 'зөвлөсөн хурд',
  'against the oneway for walkers': 'нэг чигийн хөдөлгөөний эсрэг',
  private: 'хувийн',
};

const VALUES: Readonly<Record<string, string>> = {
  excellent: 'маш сайн',
  good: 'сайн',
  intermediate: 'дунд зэрэг',
  bad: 'муу',
  very_bad: 'маш муу',
  horrible: 'тун муу',
  very_horrible: 'аймшигтай муу',
  impassable: 'явах боломжгүй',
  driveway: 'хашааны зам',
  parking_aisle: 'зогсоолын зам',
  alley: 'нарийн гудамж',
  drive_through: 'машинтай үйлчлүүлэх зам',
  'drive-through': 'машинтай үйлчлүүлэх зам',
  emergency_access: 'онцгой байдлын зам',
  slipway: 'завь буулгах зам',
};

const PROMINENCE: Readonly<Record<string, string>> = {
  base: 'төрөл',
  wiki: 'Википедиа',
  languages: 'олон хэл дээрх нэр',
  english: 'англи нэр',
  population: 'хүн ам',
  size: 'хэмжээ',
  town: 'байгаа хот',
};

export function classWord(kind: string): string {
  const own = kind.replace(/_link$/, '');
  const word = found(CLASSES, own) ?? kind;
  return own === kind ? word : `${word}, холбох хэсэг`;
}

/** Translates each item of a list such as `compacted;gravel`. */
export function surfaceWord(surface: string): string {
  return surface
    .split(';')
    .map((value) => found(SURFACES, value.trim()) ?? value)
    .join(', ');
}

export function prominenceWord(part: string): string {
  return found(PROMINENCE, part) ?? part.replaceAll('_', ' ');
}

/** Translates the reason for a speed, part by part. */
export function speedReason(why: string): string {
  return why.split(', ').map(partOf).join(', ');
}

function partOf(part: string): string {
  const cap = /^(.+) cap ([\d.]+)$/.exec(part);
  if (cap !== null) return `${reasonOf(cap[1])}: ≤ ${cap[2]}`;
  const factor = /^(.+) x ([\d.]+)$/.exec(part);
  if (factor !== null) return `${reasonOf(factor[1])} × ${factor[2]}`;
  const kind = /^class (\S+)(?: grade(\d))? ([\d.]+)$/.exec(part);
  if (kind === null) return reasonOf(part);
  const [, name, grade, kmh] = kind;
  return `${classWord(name)}${grade === undefined ? '' : ` (${grade}-р зэрэг)`} ${kmh}`;
}

/**
 * Translates a part such as `surface gravel`, `maxspeed:forward 60` or `city`: a name, usually followed by a
 * value.
 */
function reasonOf(text: string): string {
  const whole = found(REASONS, text);
  if (whole !== undefined) return whole;
  const [, name, value] = /^(\S+?)(?::(?:forward|backward))? (.+)$/.exec(text) ?? [];
  const reason = name === undefined ? undefined : found(REASONS, name);
  return reason === undefined ? text : `${reason} ${valueOf(name, value)}`;
}

function valueOf(name: string, value: string): string {
  if (name === 'surface') return surfaceWord(value);
  const grade = /^grade(\d)$/.exec(value);
  return grade === null ? (found(VALUES, value) ?? value) : `${grade[1]}`;
}

function found(table: Readonly<Record<string, string>>, word: string): string | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
