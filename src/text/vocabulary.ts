import { KIND_TABLE } from './kind-table.js';

/** Synonyms for kinds of places, in the order of the table. */
export const KIND_SYNONYMS: readonly (readonly string[])[] = KIND_TABLE.map(({ words }) => words).filter(
  (words) => words.length > 1,
);

/** Other groups of words and names with the same meaning, in the same format. */
export const OTHER_SYNONYMS: readonly (readonly string[])[] = lines(`
  цирк, circus
  дуурь, дуурийн, opera
  засгийн газар, засгийн газрын, government
  олон улсын, international
  үндэсний, national
  төрийн, state
  юнеско, unesco
  нэгдсэн үндэсний, нүб, united nations
  хас, xac
  сүхбаатар, сухэ батор, сухэ батора
  замын үүд, дзамын уде, замын удэ
  зүүн, east, eastern
  баруун, west, western
  хойд, north, northern
  өмнөд, south, southern
  шинэ, new
  хуучин, old
  чингис, genghis, gengis, chinghis
  энхтайван, peace, мира
  сөүл, seoul, сеул
  бээжин, beijing, peking
  москва, moscow
  токио, tokyo
  говь, gobi
  хархорин, хархорум, karakorum, kharkhorum
  эмарт, e mart, и март, имарт
  монгол, mongolia, mongolian
  улаанбаатар, ulan bator, ulan batar, улан батор
  хүүхдийн, childrens, children
  оху, орос, оросын, russia, russian
  бнхау, хятад, хятадын, china, chinese
  ану, америк, америкийн, usa, america, american, united states
  бнсу, солонгос, солонгосын, korea, korean, south korea
  хбнгу, герман, германы, germany, german
  япон, японы, japan, japanese
  франц, францын, france, french
  турк, туркийн, turkey, turkish
  энэтхэг, энэтхэгийн, india, indian
`);

/**
 * The full texts of abbreviations that people use as words. Every place whose name contains the full text can
 * also be found by the abbreviation. The capital comes first, followed by its districts. Latin abbreviations
 * are listed only if their keys differ from those of the Cyrillic abbreviations (SHD is read as Шд).
 */
export const ABBREVIATIONS: readonly (readonly string[])[] = lines(`
  Улаанбаатар, УБ
  Баянзүрх дүүрэг, БЗД
  Сүхбаатар дүүрэг, СБД
  Хан-Уул дүүрэг, ХУД
  Баянгол дүүрэг, БГД
  Чингэлтэй дүүрэг, ЧД
  Сонгинохайрхан дүүрэг, СХД, SHD, SKD
  Налайх дүүрэг, НД
  Багануур дүүрэг, БНД
  Багахангай дүүрэг, БХД
  Улсын их дэлгүүр, УИД
  Худалдаа хөгжлийн банк, ХХБ, ТДБ
  Монгол Улсын Их Сургууль, МУИС
  Шинжлэх Ухаан Технологийн Их Сургууль, ШУТИС
  Монгол Улсын Боловсролын Их Сургууль, МУБИС
  Анагаахын Шинжлэх Ухааны Үндэсний Их Сургууль, АШУҮИС
  Хөдөө Аж Ахуйн Их Сургууль, ХААИС
  Хүмүүнлэгийн Ухааны Их Сургууль, ХУИС
`);

/** Cardinal numbers that occur as words in names: Баруун дөрвөн зам, Баруун 4 зам. */
export const CARDINALS: readonly (readonly string[])[] = lines(`
  1, нэг, one
  2, хоёр, two
  3, гурав, гурван, three
  4, дөрөв, дөрвөн, four
  5, тав, таван, five
  6, зургаа, зургаан
  7, долоо, долоон
  8, найм, найман
  9, ес, есөн
  10, арав, арван
  зуун, 100
  мянга, 1000, мянган
  1, first
  2, second
  3, third
  4, fourth
  5, fifth
`);

/** Words that carry no meaning in a name. */
export const STOP_WORDS: readonly string[] = ['the', 'of', 'and', 'in', 'at', 'дахь', 'дэх'];

/** Words for areas in an address, which follow a name or a number: БЗД, 4-р хороо. */
export const AREA_WORDS: readonly string[] = ['дүүрэг', 'хороо', 'сум', 'аймаг', 'баг'];

/** Kinds of streets and quarters whose names begin with numbers: 3-р гудамж, 13-р хороолол. */
export const STREET_WORDS: readonly string[] = ['гудамж', 'зам', 'тойруу', 'хороолол'];

function lines(text: string): string[][] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(',').map((word) => word.trim()));
}
