/**
 * Questions as people ask them, each with the calls that an assistant would make for it. They are
 * written by hand.
 */
export interface Question {
  asked: string;
  calls: readonly { tool: string; given: Record<string, unknown> }[];
}

const SQUARE = { latitude: 47.9188, longitude: 106.9176 };
const EAST = { latitude: 47.9179, longitude: 106.923 };
const WEST = { latitude: 47.9181, longitude: 106.9065 };
const SOUTH = { latitude: 47.9065, longitude: 106.9176 };

const search = (query: string, language: 'mn' | 'en', more: object = {}) => ({
  tool: 'search_places',
  given: { query, language, ...more },
});
const reverse = (point: typeof SQUARE, language: 'mn' | 'en') => ({
  tool: 'reverse_geocode',
  given: { point, language },
});
const route = (from: object, to: object, more: object = {}) => ({
  tool: 'compute_route',
  given: { origin: from, destination: to, ...more },
});

export const QUESTIONS: readonly Question[] = [
  { asked: 'Сүхбаатарын талбай хаана байдаг вэ?', calls: [search('Сүхбаатарын талбай', 'mn')] },
  { asked: 'Where is Sükhbaatar Square?', calls: [search('Sukhbaatar square', 'en')] },
  { asked: 'Нарантуул зах руу яаж очих вэ?', calls: [search('Нарантуул зах', 'mn'), route(SQUARE, SOUTH)] },
  { asked: 'Ойр хавьд эмийн сан байна уу?', calls: [search('эмийн сан', 'mn', { near: SQUARE })] },
  { asked: 'Is there a pharmacy near me?', calls: [search('pharmacy', 'en', { near: SQUARE, limit: 3 })] },
  { asked: 'Зайсан толгой аль дүүрэгт вэ?', calls: [search('Зайсан толгой', 'mn', { limit: 1 })] },
  { asked: 'Which district is Zaisan in?', calls: [search('zaisan', 'en', { limit: 1 })] },
  { asked: 'Тэнгис кино театр хаана вэ?', calls: [search('Тэнгис кино театр', 'mn')] },
  { asked: 'Where can I buy food?', calls: [search('supermarket', 'en', { near: EAST })] },
  { asked: 'Хамгийн ойрын шатахуун түгээх станц?', calls: [search('шатахуун', 'mn', { near: WEST })] },
  { asked: 'Би одоо хаана байна вэ?', calls: [reverse(SQUARE, 'mn')] },
  { asked: 'What is at 47.9179, 106.923?', calls: [reverse(EAST, 'en')] },
  { asked: 'Энэ цэг дээр ямар гудамж байна?', calls: [reverse(WEST, 'mn')] },
  { asked: 'Which street is this?', calls: [reverse(SOUTH, 'en')] },
  { asked: 'Талбайгаас зүүн тийш машинаар хэр удах вэ?', calls: [route(SQUARE, EAST)] },
  { asked: 'How long is the drive from the square to the west?', calls: [route(SQUARE, WEST)] },
  { asked: 'Алхаад хэдэн минут вэ?', calls: [route(SQUARE, SOUTH, { mode: 'walking', language: 'mn' })] },
  { asked: 'How far is it on foot?', calls: [route(WEST, EAST, { mode: 'walking' })] },
  { asked: 'Замаар яаж явахыг хэлж өгөөч.', calls: [route(WEST, SOUTH, { language: 'mn' })] },
  { asked: 'Give me directions by car.', calls: [route(EAST, SOUTH, { language: 'en' })] },
  { asked: 'Give me the line, to draw it.', calls: [route(SQUARE, EAST, { line: true })] },
  { asked: 'Талбайгаар дайраад хэр хол вэ?', calls: [route(WEST, EAST, { via: [SQUARE] })] },
  {
    asked: 'Хаанаас хаашаа ойр вэ?',
    calls: [{ tool: 'compute_matrix', given: { origins: [SQUARE, WEST], destinations: [EAST, SOUTH] } }],
  },
  {
    asked: 'Which of the three is nearest on foot?',
    calls: [
      {
        tool: 'compute_matrix',
        given: { origins: [SQUARE], destinations: [EAST, WEST, SOUTH], mode: 'walking' },
      },
    ],
  },
  {
    asked: '5 минутад хаа хүрэх вэ?',
    calls: [{ tool: 'reachable_area', given: { point: SQUARE, minutes: [5] } }],
  },
  {
    asked: 'How far can I walk in 10 and 20 minutes?',
    calls: [{ tool: 'reachable_area', given: { point: SQUARE, minutes: [10, 20], mode: 'walking' } }],
  },
  { asked: 'Одоо ямар зам хаалттай вэ?', calls: [{ tool: 'list_closures', given: {} }] },
  { asked: 'Are any roads closed today?', calls: [{ tool: 'list_closures', given: {} }] },
  {
    asked: 'Зурагт хаана байдаг вэ, тийшээ яаж явах вэ?',
    calls: [search('зурагт', 'mn'), route(SQUARE, WEST, { language: 'mn' })],
  },
  { asked: 'Is there a Nomin near Peace Avenue?', calls: [search('nomin', 'en', { near: EAST })] },
];
