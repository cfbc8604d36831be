/** Reasons why a row is no place, as the importer says them, and what they are in Mongolian. */
const REASONS: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/^(lat|lon) is empty$/, (column) => `${COLUMNS[column]} хоосон`],
  [/^(lat|lon) is no number \((.*)\)$/, (column, text) => `${COLUMNS[column]} тоо биш: «${text}»`],
  [/^lat is (.*), beyond 90: .*$/, (text) => `өргөрөг 90 градусаас их: ${text}. Өргөрөг, уртраг солигдсон`],
  [
    /^(lat|lon) is (.*), beyond (\d+)$/,
    (column, text, most) => `${COLUMNS[column]} ${most} градусаас хэтэрсэн: ${text}`,
  ],
  [/^lat and lon are 0$/, () => 'өргөрөг, уртраг нь 0'],
  [/^closed$/, () => 'хаагдсан'],
  [/^"closed" is "(.*)": .*$/, (text) => `«Хаагдсан» баганад тийм эсвэл үгүй гэж бичнэ үү: «${text}»`],
  [/^its id "(.*)" is that of line (\d+)$/, (id, line) => `давхардсан дугаар (id): «${id}», мөр ${line}`],
  [/^no name$/, () => 'нэргүй'],
  [/^no principal key$/, () => 'ямар төрлийн газар болох нь тодорхойгүй'],
  [/^disused or planned$/, () => 'ашиглахаа больсон эсвэл төлөвлөж байгаа'],
  [/^an administrative area: .*$/, () => 'засаг захиргааны нэгж тул газрын зургийн өгөгдөлд орох ёстой'],
  [/^a settlement: .*$/, () => 'суурин газар тул газрын зургийн өгөгдөлд орох ёстой'],
  [/^a street: .*$/, () => 'гудамж тул газрын зургийн өгөгдөлд орох ёстой'],
];

const COLUMNS: Readonly<Record<string, string>> = { lat: 'өргөрөг', lon: 'уртраг' };

/** Null: nobody has translated it. */
export function placeReasonMn(reason: string): string | null {
  for (const [pattern, say] of REASONS) {
    const found = pattern.exec(reason);
    if (found !== null) return say(...found.slice(1));
  }
  return null;
}
