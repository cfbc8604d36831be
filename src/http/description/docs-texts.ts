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
  label: 'Example requests',
  title: 'gazarch: search, addresses and routes',
  lead:
    'Send a <code>GET</code> request, and get JSON. Coordinates are in WGS84 degrees, distances in ' +
    'meters, durations in seconds.',
  tryOnMap: 'Try it on the map',
  tryBelow: 'Try it below',
  otherLanguage: 'Монголоор',
  onThisPage: 'On this page',
  key: 'Get a key',
  keyText: 'The operator of this service creates keys:',
  keyOnce: 'The key is shown only once.',
  inConsole: (address) =>
    `Or create one in the <a href="${address}">developer console</a>. There, each project's <b>Try it</b> ` +
    'page sends requests with your key.',
  authorize: 'On this page, press <b>Authorize</b> and paste the key.',
  first: 'First request',
  firstText: 'Send the key in a header:',
  search: 'Search',
  searchText:
    'Returns up to 20 results, best first. <code>near=LON,LAT</code> prefers nearby places, ' +
    '<code>lang</code> sets the language, and <code>type</code> and <code>bbox</code> narrow the search. ' +
    'If nothing is found, the list is empty; that is not an error.',
  reverse: 'Reverse',
  reverseText: 'Returns the nearest address, place or street to a point, and its distance.',
  route: 'Route',
  routeText:
    'Longitude comes first, as in GeoJSON. <code>mode=walking</code> routes on foot, <code>via</code> adds ' +
    'intermediate points, and <code>steps=true</code> lists each turn.',
  parameters: 'All parameters',
  errors: 'Errors',
  errorsText:
    'All errors have the form <code>{"error":{"code","message","details","request_id"}}</code>. Rely ' +
    'on the code.',
  errorRows: [
    [400, '<code>INVALID_REQUEST</code>: <code>details.field</code> is wrong'],
    [401, '<code>INVALID_API_KEY</code>: the key is missing, unknown or expired'],
    [403, 'the key is revoked, or may not call this endpoint'],
    [404, 'there is no road near a point, or no route between the points'],
    [429, 'the limit is used up: wait <code>Retry-After</code> seconds'],
    [503, 'the service is overloaded or has no data yet: also wait'],
  ],
  limits: 'Limits',
  limitsText: (rateLimit, longest_km) =>
    `Each key may send ${rateLimit} requests per clock minute, unless it has its own limit. In each ` +
    'answer, <code>X-RateLimit-Remaining</code> says how many are left, and ' +
    '<code>X-RateLimit-Reset</code> when the minute ends. The ends of a route may be at most ' +
    `${longest_km} km apart in a straight line.`,
  map: 'Map',
  mapText:
    'The <a href="/">map</a> of this service searches as you type, shows what is at the point you ' +
    'click, and ' +
    'routes between markers. With each answer, you can copy its request for curl, JavaScript or Python.',
  more:
    'All parameters and answers follow. You can also read the reference in <a href="/redoc">ReDoc</a>, ' +
    'download <a href="/openapi.json">OpenAPI</a>, or see the <a href="/copyright">sources of the ' +
    'data</a>.',
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
