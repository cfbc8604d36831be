import type { LeftOut } from '../../sources/router.js';
import type { ToldZone } from '../../sources/zones.js';
import type { StepLanguage } from '../route/step-sentences.js';

/** The reasons why a stop is not in any route, in the form that clients receive. */
export const LEFT_OUT_REASONS = [
  ...(['not_on_network', 'too_far', 'no_path', 'too_large', 'window', 'too_long', 'no_room'] as const),
];
export type LeftOutReason = Exclude<LeftOut['reason'], 'no_vehicle'> | 'not_on_network' | 'too_far';

type Sentence = (own: LeftOut) => string;

const SENTENCES: Readonly<Record<StepLanguage, Readonly<Record<LeftOutReason, Sentence>>>> = {
  en: {
    not_on_network: () => 'No usable road is close enough to the stop.',
    too_far: () =>
      'The stop is farther from the start or the end than the maximum route length allowed here.',
    no_path: () => 'No route leads to the stop and from there to the end.',
    too_large: () => 'The load of the stop exceeds the capacity of every vehicle.',
    window: (own) => `The window ${windowOf(own)} cannot be met: the earliest arrival is ${earliestOf(own)}.`,
    too_long: (own) =>
      `A vehicle that visits nothing else would end at ${earliestOf(own)}, but must end by ${windowOf(own)}.`,
    no_room: () => 'No vehicle has enough time or capacity left after the other stops.',
  },
  mn: {
    not_on_network: () => 'Энэ цэгийн ойролцоо явж болох зам алга.',
    too_far: () => 'Энэ цэг эхлэх буюу дуусах цэгээс зөвшөөрөгдсөн хэмжээнээс хол байна.',
    no_path: () => 'Энэ цэгт хүрч, цааш төгсгөл хүртэл явах зам алга.',
    too_large: () => 'Ачаа нь бүх машины даацаас их байна.',
    window: (own) => `${windowOf(own)} цагт амжихгүй: хамгийн эрт ${earliestOf(own)} цагт хүрнэ.`,
    too_long: (own) =>
      `Өөр хаана ч очихгүй байсан ч ${earliestOf(own)} цагт дуусна, ${windowOf(own)} цагт дуусах ёстой.`,
    no_room: () => 'Бусад цэгтэй хамт амжих цаг, эсвэл ачих зай аль ч машинд үлдсэнгүй.',
  },
};

/** Returns a human-readable sentence. @param reason the order's reason, or a known reason for its stop */
export function leftOutSentence(reason: LeftOutReason, own: LeftOut, language: StepLanguage): string {
  return SENTENCES[language][reason](own);
}

/** Returns a sentence about the zone that closes the stop; empty if there is none. */
export function closedSentence([zone]: readonly ToldZone[], language: StepLanguage): string {
  if (zone === undefined) return '';
  const kinds = zone.closedFor.join(', ');
  return language === 'en'
    ? ` The zone ${JSON.stringify(zone.name)} is closed for ${kinds}.`
    : ` «${zone.name}» бүс ${kinds} машинд хаалттай.`;
}

function windowOf(own: LeftOut): string {
  if (own.reason === 'window') return `${clock(own.window.from_ms)}-${clock(own.window.to_ms)}`;
  return own.reason === 'too_long' ? clock(own.shift.to_ms) : '';
}

/** Returns the earliest possible arrival or end, as text for the sentence. */
function earliestOf(own: LeftOut): string {
  return own.reason === 'window'
    ? clock(own.earliest_ms)
    : own.reason === 'too_long'
      ? clock(own.end_ms)
      : '';
}

/**
 * Returns a time rounded up to the minute, such as `09:30`; after midnight, preceded by the number of days,
 * as in `+1 00:20`.
 */
function clock(time_ms: number): string {
  const minutes = Math.ceil(time_ms / 60_000);
  const [hours, days] = [Math.floor(minutes / 60) % 24, Math.floor(minutes / 1440)];
  const text = `${two(hours)}:${two(minutes % 60)}`;
  return days === 0 ? text : minutes === 1440 ? '24:00' : `+${days} ${text}`;
}

export function two(number: number): string {
  return String(number).padStart(2, '0');
}
