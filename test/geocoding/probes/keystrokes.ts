import type { GeocodingIndex } from '../../../src/geocoding/geocoding-index.js';

/** What people type letter by letter, and the name that is meant. */
const TYPED_NAMES: readonly string[] = `
  Сүхбаатарын талбай, Улсын их дэлгүүр, Гандантэгчэнлин хийд, Нарантуул зах, Зайсан толгой,
  Энхтайваны өргөн чөлөө, Баянзүрх дүүрэг, Сонгинохайрхан дүүрэг, Хан-Уул дүүрэг, Налайх, Дархан,
  Эрдэнэт, Чойбалсан, Мөрөн, Өлгий, Ховд, Алтай, Баянхонгор, Арвайхээр, Сайншанд, Даланзадгад,
  Замын-Үүд, Хархорин, Хөвсгөл нуур, Тэрхийн цагаан нуур, Өгий нуур, Отгонтэнгэр, Сэлэнгэ аймаг,
  Архангай аймаг, Төв аймаг, Орхон гол, Туул гол, Хэрлэн гол, Багануур, Монгол Улсын Их Сургууль,
  Чингисийн өргөн чөлөө, Бага тойруу, Их тойруу, Яармаг, Баруун 4 зам, 13-р хороолол, 100 айл,
  Олимпийн гудамж, Сөүлийн гудамж, Токиогийн гудамж, Бээжингийн гудамж, Sukhbaatar, Erdenet,
  Darkhan, Khovsgol, Zaisan, Gandan, Narantuul, Peace Avenue, Naadamchdyn zam, Dalanzadgad,
  Choibalsan, Kharkhorin, Bayankhongor, Seoul street
`
  .split(',')
  .map((name) => name.trim());

/** How a list moves while a name is typed, over all names and keystrokes. */
export interface Keystrokes {
  keystrokes: number;
  /** Keystrokes at which another result than before comes first. */
  changes: number;
  /** Empty lists between two that are not. */
  gaps: string[];
  /** By name, the number of letters from which on the first result of the whole name is first for good. */
  firstAt: Map<string, number>;
}

/** Types each name from the second letter on. */
export function typeNames(index: GeocodingIndex, names: readonly string[] = TYPED_NAMES): Keystrokes {
  const seen: Keystrokes = { keystrokes: 0, changes: 0, gaps: [], firstAt: new Map() };
  for (const name of names) {
    const lists: (string | null)[] = [];
    for (let length = 2; length <= name.length; length++) {
      const text = name.slice(0, length);
      lists.push(index.search(text, 5)[0]?.id ?? null);
    }
    const last = lists.at(-1) ?? null;
    lists.forEach((first, i) => {
      if (i === 0) return;
      seen.keystrokes++;
      if (first !== lists[i - 1]) seen.changes++;
      const isFound = (id: string | null): boolean => id !== null;
      if (first === null && lists.slice(0, i).some(isFound) && lists.slice(i).some(isFound))
        seen.gaps.push(name.slice(0, i + 2));
    });
    const firstAt = lists.findLastIndex((first) => first !== last) + 3;
    seen.firstAt.set(name, firstAt);
  }
  return seen;
}
