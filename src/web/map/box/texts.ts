/** The texts of the search box. */

export type BoxLanguage = 'mn' | 'en';

export interface BoxTexts {
  label: string;
  nothing: string;
  found: (count: number) => string;
  failed: string;
  badKey: string;
  tooMany: string;
  sources: string;
}

export const BOX_TEXTS: Record<BoxLanguage, BoxTexts> = {
  mn: {
    label: 'Газар эсвэл хаяг хайх',
    nothing: 'Юу ч олдсонгүй.',
    found: (count) => `${count} илэрц`,
    failed: 'Хайлт одоогоор ажиллахгүй байна.',
    badKey: 'Энэ хуудсанд API түлхүүр хүчингүй байна.',
    tooMany: 'Хэт олон хайлт. Түр хүлээнэ үү.',
    sources: 'Өгөгдлийн эх сурвалж',
  },
  en: {
    label: 'Search for a place or an address',
    nothing: 'Nothing found.',
    found: (count) => (count === 1 ? '1 result' : `${count} results`),
    failed: 'The search is not working at the moment.',
    badKey: 'The API key is not valid for this page.',
    tooMany: 'Too many searches. Wait a moment.',
    sources: 'Data sources',
  },
};
