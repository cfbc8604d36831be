/**
 * The texts of the introduction in `/docs`, as HTML. The code does not compile if a text is missing in one
 * language.
 */
export interface DocsTexts {
  label: string;
  title: string;
  lead: string;
  tryOnMap: string;
  tryBelow: string;
  otherLanguage: string;
  onThisPage: string;
  key: string;
  keyText: string;
  keyOnce: string;
  inConsole: (address: string) => string;
  authorize: string;
  first: string;
  firstText: string;
  search: string;
  searchText: string;
  reverse: string;
  reverseText: string;
  route: string;
  routeText: string;
  parameters: string;
  errors: string;
  errorsText: string;
  errorRows: readonly (readonly [status: number, text: string])[];
  limits: string;
  limitsText: (rateLimit: number, longest_km: number) => string;
  map: string;
  mapText: string;
  more: string;
  copy: string;
  copied: string;
}

const en: DocsTexts = {
  copy: 'Copy',
  copied: 'Copied',
  label: 'Examples of searches',
  title: 'gazarch: search, addresses and routes',
  lead:
    'Ask with <code>GET</code>, read JSON. Coordinates are WGS84 degrees, distances meters, durations ' +
    'seconds.',
  tryOnMap: 'Try it on the map',
  tryBelow: 'Try it below',
  otherLanguage: 'Монголоор',
  onThisPage: 'On this page',
  key: 'Get a key',
  keyText: 'Whoever runs this service makes keys:',
  keyOnce: 'It is shown once.',
  inConsole: (address) =>
    `Or make one in the <a href="${address}">developer console</a>: there, <b>Try it</b> of a project asks ` +
    'with your key.',
  authorize: 'On this page, press <b>Authorize</b> and paste it.',
  first: 'First request',
  firstText: 'The key goes into a header:',
  search: 'Search',
  searchText:
    'Best first, at most 20. <code>near=LON,LAT</code> prefers what is close, <code>lang</code>, ' +
    '<code>type</code> and <code>bbox</code> narrow it down. Nothing found is an empty list, not an error.',
  reverse: 'Reverse',
  reverseText: 'The nearest address, place or street at a point, and its distance.',
  route: 'Route',
  routeText:
    'Longitude first, as in GeoJSON. <code>mode=walking</code> goes on foot, <code>via</code> over points ' +
    'between, <code>steps=true</code> tells each turn.',
  parameters: 'All parameters',
  errors: 'Errors',
  errorsText:
    'All have one shape: <code>{"error":{"code","message","details","request_id"}}</code>. Go by the code.',
  errorRows: [
    [400, '<code>INVALID_REQUEST</code>: <code>details.field</code> is wrong'],
    [401, '<code>INVALID_API_KEY</code>: none, unknown or expired'],
    [403, 'revoked, or not made for this endpoint'],
    [404, 'no road near a point, or no way between them'],
    [429, 'over the limit: wait for <code>Retry-After</code> seconds'],
    [503, 'overloaded, or no data yet: wait, too'],
  ],
  limits: 'Limits',
  limitsText: (rateLimit, longest_km) =>
    `${rateLimit} requests per key and minute of the clock, unless a key has its own. ` +
    '<code>X-RateLimit-Remaining</code> and <code>-Reset</code> of each answer say what is left, and until ' +
    `when. A route is at most ${longest_km} km as the crow flies.`,
  map: 'Map',
  mapText:
    'The <a href="/">map of this service</a> searches as you type, says what is where you click, and ' +
    'routes between markers. Each answer shows its request to copy: curl, JavaScript, Python.',
  more:
    'All parameters and answers follow. The same to read: <a href="/redoc">ReDoc</a>; for machines: ' +
    '<a href="/openapi.json">OpenAPI</a>; <a href="/copyright">whose data these are</a>.',
};

const mn: DocsTexts = {
  copy: 'Хуулах',
  copied: 'Хуулсан',
  label: 'Хамгийн их хэрэгтэй зүйлс',
  title: 'gazarch: хайлт, хаяг, маршрут',
  lead:
    '<code>GET</code> хүсэлт илгээж, JSON хариу авна. Координат нь WGS84 градус, зай нь метр, хугацаа нь ' +
    'секунд.',
  tryOnMap: 'Газрын зураг дээр турших',
  tryBelow: 'Доор турших',
  otherLanguage: 'In English',
  onThisPage: 'Энэ хуудсанд',
  key: 'Түлхүүр авах',
  keyText: 'Түлхүүрийг энэ үйлчилгээг ажиллуулдаг хүн үүсгэнэ:',
  keyOnce: 'Түлхүүр нэг л удаа харагдана.',
  inConsole: (address) =>
    `Эсвэл <a href="${address}">хөгжүүлэгчийн буланд</a> өөрөө үүсгэнэ: тэнд төслийн <b>Турших</b> хуудас ` +
    'таны түлхүүрээр хүсэлт илгээнэ.',
  authorize: 'Энэ хуудсанд <b>Authorize</b> товчийг дарж түлхүүрээ тавина.',
  first: 'Анхны хүсэлт',
  firstText: 'Түлхүүрийг хүсэлтийн толгойд бичнэ:',
  search: 'Хайлт',
  searchText:
    'Хамгийн сайн тохирсон нь эхэнд, дээд тал нь 20 илэрц. <code>near=LON,LAT</code> ойр байгааг нь ' +
    'түрүүлж гаргана. <code>lang</code> нэрийн хэлийг сонгоно, <code>type</code>, ' +
    '<code>bbox</code> хайлтыг нарийсгана. Юу ч олдоогүй бол хоосон жагсаалт ирнэ, алдаа биш.',
  reverse: 'Координатаар хаяг олох',
  reverseText: 'Тухайн цэгт юу байгааг, хэдэн метрийн зайтайг хэлнэ.',
  route: 'Маршрут',
  routeText:
    'GeoJSON-ы адил уртраг нь эхэнд байна. <code>mode=walking</code> явган маршрут гаргана, ' +
    '<code>via</code> дундын зогсоолоор дайруулна, <code>steps=true</code> эргэлт бүрийг заана.',
  parameters: 'Бүх параметр (англиар)',
  errors: 'Алдаа',
  errorsText:
    'Бүгд нэг хэлбэртэй: <code>{"error":{"code","message","details","request_id"}}</code>. Программдаа ' +
    '<code>code</code> утгыг ашиглана уу.',
  errorRows: [
    [400, '<code>INVALID_REQUEST</code>: <code>details.field</code> талбар буруу'],
    [401, '<code>INVALID_API_KEY</code>: түлхүүр алга, танихгүй түлхүүр, эсвэл хугацаа нь дууссан'],
    [403, 'түлхүүр хүчингүй болсон, эсвэл энэ төрлийн хүсэлт илгээх эрхгүй'],
    [404, 'цэгийн ойролцоо зам алга, эсвэл хоёр цэгийг холбосон зам алга'],
    [429, 'хязгаараас хэтэрсэн: <code>Retry-After</code> толгойд заасан секунд хүлээнэ'],
    [503, 'ачаалал их, эсвэл өгөгдөл бэлэн болоогүй: мөн хүлээнэ'],
  ],
  limits: 'Хязгаар',
  limitsText: (rateLimit, longest_km) =>
    `Тусгай хязгааргүй бол нэг түлхүүрээр минутад илгээж болох хүсэлт: ${rateLimit}. Хариу бүрийн ` +
    '<code>X-RateLimit-Remaining</code> нь хэд үлдсэнийг, <code>X-RateLimit-Reset</code> нь хэзээ ' +
    `шинэчлэгдэхийг хэлнэ. Маршрутын хоёр үзүүрийн хоорондох шулуун зай: дээд тал нь ${longest_km} км.`,
  map: 'Газрын зураг',
  mapText:
    '<a href="/">Газрын зургийн хуудас</a> бичих явцад хайж, дарсан цэгт юу байгааг хэлж, тэмдгүүдийн ' +
    'хооронд маршрут гаргана. Хариу бүр дээр хуулж авах хүсэлт бий: curl, JavaScript, Python.',
  more:
    'Доор бүх параметр, хариуны тайлбар англиар байна. Уншихад: <a href="/redoc">ReDoc</a>; программд: ' +
    '<a href="/openapi.json">OpenAPI</a>; <a href="/copyright">хэний өгөгдөл болох</a>.',
};

export const DOCS_TEXTS: Readonly<Record<'mn' | 'en', DocsTexts>> = { mn, en };
