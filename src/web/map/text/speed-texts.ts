import { textsIn } from '../../shared/texts.js';

/** The texts about learned speeds. */
const en = {
  show: 'Show learned speeds',
  slot: 'Time of week',
  now: (slot: string) => (slot === '' ? 'now' : `now (${slot})`),
  slots: {
    night: 'night',
    weekend: 'weekend',
    'morning-peak': 'morning peak',
    'evening-peak': 'evening peak',
    day: 'day',
    other: 'other hours',
  } as Readonly<Record<string, string>>,
  longer: 'Driving times as a multiple of the times from the map alone:',
  levels: ['less than 1.1', '1.1 to 1.5', '1.5 to 2', '2 to 3', '3 or more'],
  none: 'No learned road speeds are available for this time.',
  used: (slot: string) => `using speeds for the ${slot}`,
  learned: (slot: string, percent: number) =>
    `using speeds learned for the ${slot} (${percent} % of the route)`,
  next: (time: string, slot: string) =>
    `At ${time}, during the drive, the ${slot} begins. The drive may then take more or less time.`,
};

const mn: typeof en = {
  show: 'Сурсан хурдыг харуулах',
  slot: 'Долоо хоногийн үе',
  now: (slot) => (slot === '' ? 'одоо' : `одоо (${slot})`),
  slots: {
    night: 'шөнө',
    weekend: 'амралтын өдөр',
    'morning-peak': 'өглөөний ачаалал',
    'evening-peak': 'оройн ачаалал',
    day: 'өдөр',
    other: 'бусад цаг',
  },
  longer: 'Зөвхөн газрын зургаар тооцсоноос хэд дахин удаан явдаг вэ:',
  levels: ['1.1-ээс бага', '1.1–1.5', '1.5–2', '2–3', '3 ба түүнээс их'],
  none: 'Энэ үед хурдыг нь тусад нь сурсан зам алга.',
  used: (slot) => `энэ үеийн хурдаар: ${slot}`,
  learned: (slot, percent) => `энэ үед сурсан хурдаар: ${slot} (замын ${percent} %)`,
  next: (time, slot) => `Замд ${time} цагт өөр үе (${slot}) эхэлнэ: түүнээс хойш хугацаа өөр байж болно.`,
};

export const speedTexts = textsIn({ en, mn });

/** Operators may define other time slots, whose names are shown unchanged. */
export function slotName(name: string): string {
  return speedTexts().slots[name] ?? name;
}
