import type { placesEn } from './places-en.js';

export const placesMn: typeof placesEn = {
  places: {
    title: 'Өөрийн цэг',
    lead: 'Газрын зурагт нэмэх салбар, шүүгээ, буудал. Хэдэн секундын дараа хайлтаар олдоно.',
    upload: 'Хүснэгт оруулах',
    uploadText:
      'CSV эсвэл XLSX, 10,000 хүртэл мөр. Үр дүнг нь харж баталгаажуулах хүртэл юу ч өөрчлөгдөхгүй.',
    file: 'Файл сонгох',
    unreadable: 'Энэ нь хүснэгт биш, эсвэл хэт том байна.',
    rows: (n) => `мөр: ${n}`,
    another: 'Өөр файл сонгох',
    nameless: (n) => `Багана ${n}`,
    unused: 'ашиглахгүй',
    properties: {
      name: 'Нэр',
      lat: 'Өргөрөг',
      lon: 'Уртраг',
      id: 'Дугаар (id)',
      category: 'Ангилал',
      'addr:street': 'Гудамж',
      'addr:housenumber': 'Байрны дугаар',
      'addr:postcode': 'Шуудангийн код',
      'name:en': 'Англи нэр',
      phone: 'Утас',
      opening_hours: 'Цагийн хуваарь',
      website: 'Вэб хуудас',
      closed: 'Хаагдсан',
    },
    check: 'Шалгах',
    checkAgain: 'Дахин шалгах',
    preview: 'Урьдчилан харж засах',
    row: 'Мөр',
    outside: 'газрын зургаас гадуур',
    reason: placeReasonMn,
    unusable: 'Эндээс юу ч уншиж чадсангүй.',
    verdict: (places, leftOut, outside) =>
      `Цэг: ${places}. Орхисон: ${leftOut}. Газрын зургийн хамрах хүрээнээс гадуур: ${outside}.`,
    add: (n) => `Цэгүүдийг нэмэх (${n})`,
    layers: 'Давхаргууд',
    layer: 'Давхарга',
    layerHint: 'Жижиг латин үсэг, тоо, - ба _. Ижил нэртэй давхаргыг солино.',
    count: 'Цэг',
    written: 'Өөрчилсөн',
    none: 'Одоогоор өөрийн цэг алга.',
    undoTo: (n) => `Буцаах (өмнөх цэг: ${n})`,
    undone: 'Өмнөх хувилбарыг сэргээлээ',
    removeConfirm: (name) => `Давхаргыг хасах уу: «${name}»?`,
    removeText: 'Цэгүүд нь хайлтаар олдохгүй болно. Буцаах боломжгүй.',
    removed: 'Давхаргыг хаслаа',
  },
  reports: {
    title: 'Мэдэгдэл',
    lead: 'Газрын зургийн алдааны тухай хүмүүсийн мэдэгдэл. Хэн илгээснийг хадгалахгүй, хаашаа ч явуулахгүй.',
    none: 'Мэдэгдэл алга, эсвэл газрын зураг дээр асуудаггүй (--map-reports).',
    what: 'Юу буруу байна',
    when: 'Хэзээ',
    kinds: { place: 'Газар', road: 'Зам', other: 'Бусад' },
    seen: 'Тэдний харсан нь',
    note: 'OpenStreetMap-т тэмдэглэл бичих',
    place: 'Өөрийн цэг болгох',
    road: 'Замыг хаах',
    done: 'Болсон',
    roadTitle: (name) => `${name} хаах уу?`,
    doneText: 'Мэдэгдэл болон түүнээр үүсгэсэн өөрийн цэг хадгалагдахгүй.',
    name: 'Нэр',
    reason: 'Шалтгаан',
    made: (name) => `өөрийн цэг: ${name}`,
    did: { place: 'Цэг хэдэн секундын дараа олдоно', road: 'Зам хаагдлаа', done: 'Мэдэгдэл устлаа' },
  },
};

/** The reasons that the importer gives when a row is not a place, with their Mongolian translations. */
const REASONS: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/^(lat|lon) is empty$/, (column) => `${COLUMNS[column]} хоосон`],
  [/^(lat|lon) is not a number \((.*)\)$/, (column, text) => `${COLUMNS[column]} тоо биш: «${text}»`],
  [
    /^lat is (.*), which is beyond 90: .*$/,
    (text) => `өргөрөг 90 градусаас их: ${text}. Өргөрөг, уртраг солигдсон`,
  ],
  [
    /^(lat|lon) is (.*), beyond (\d+)$/,
    (column, text, most) => `${COLUMNS[column]} ${most} градусаас хэтэрсэн: ${text}`,
  ],
  [/^lat and lon are 0$/, () => 'өргөрөг, уртраг нь 0'],
  [/^closed$/, () => 'хаагдсан'],
  [/^"closed" is "(.*)": .*$/, (text) => `«Хаагдсан» баганад тийм эсвэл үгүй гэж бичнэ үү: «${text}»`],
  [
    /^its id "(.*)" is already used by line (\d+)$/,
    (id, line) => `давхардсан дугаар (id): «${id}», мөр ${line}`,
  ],
  [/^no name$/, () => 'нэргүй'],
  [/^no principal key$/, () => 'ямар төрлийн газар болох нь тодорхойгүй'],
  [/^disused or planned$/, () => 'ашиглахаа больсон эсвэл төлөвлөж байгаа'],
  [/^an administrative area: .*$/, () => 'засаг захиргааны нэгж тул газрын зургийн өгөгдөлд орох ёстой'],
  [/^a settlement: .*$/, () => 'суурин газар тул газрын зургийн өгөгдөлд орох ёстой'],
  [/^a street: .*$/, () => 'гудамж тул газрын зургийн өгөгдөлд орох ёстой'],
];

const COLUMNS: Readonly<Record<string, string>> = { lat: 'өргөрөг', lon: 'уртраг' };

/** Returns null if there is no translation. */
export function placeReasonMn(reason: string): string | null {
  for (const [pattern, say] of REASONS) {
    const found = pattern.exec(reason);
    if (found !== null) return say(...found.slice(1));
  }
  return null;
}
