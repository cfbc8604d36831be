import type { ProbeCase } from './probe-rows.js';

/** Sentences about a place, by language. */
const PLACES: Readonly<Record<string, readonly ((name: string) => string)[]>> = {
  Mongolian: [
    (name) => `би ${name} руу явмаар байна`,
    (name) => `${name} хаана байдаг вэ?`,
    (name) => `${name} хүртэл яаж очих вэ`,
    (name) => `намайг ${name} дээр буулгаач`,
    (name) => `${name} үзэх гэсэн юм`,
    (name) => `${name} орох замыг зааж өгөөч`,
    (name) => `${name} руу хүргэж өгнө үү`,
    (name) => `бид ${name} хүрмээр байна`,
  ],
  English: [
    (name) => `how do I get to ${name}?`,
    (name) => `Where is ${name}`,
    (name) => `take me to the ${name}, please`,
    (name) => `I want to go to ${name}`,
    (name) => `directions to ${name}`,
  ],
  Russian: [
    (name) => `как доехать до ${name}`,
    (name) => `где находится ${name}?`,
    (name) => `отвезите меня на ${name}`,
    (name) => `как добраться до ${name} пожалуйста`,
  ],
};
/** Sentences about a kind near somebody. */
const KINDS: readonly ((kind: string) => string)[] = [
  (kind) => `хамгийн ойрын ${kind} хаана вэ`,
  (kind) => `энд ойрхон ${kind} байна уу?`,
  (kind) => `надад ойрхон ${kind} хэрэгтэй`,
  (kind) => `where is the nearest ${kind}?`,
  (kind) => `${kind} near me`,
  (kind) => `где ближайшая ${kind}`,
  (kind) => `${kind} рядом со мной`,
];

/** The nearest of a kind, in words. */
const NEAREST: readonly ((kind: string) => string)[] = [
  (kind) => `хамгийн ойр ${kind}`,
  (kind) => `хамгийн ойрын ${kind}`,
  (kind) => `ойролцоох ${kind}`,
  (kind) => `ойр ${kind}`,
  (kind) => `${kind} ойролцоо`,
  (kind) => `${kind} ойр`,
  (kind) => `${kind} хамгийн ойр`,
  (kind) => `nearest ${kind}`,
  (kind) => `closest ${kind}`,
  (kind) => `${kind} nearby`,
  (kind) => `ближайшая ${kind}`,
  (kind) => `${kind} рядом`,
];

/**
 * Loops over sentences: each case in one of the frames, all frames in turn.
 *
 * @param kinds kinds and where somebody is
 * @param kindsAnywhere the same kinds, asked for by who does not say where that is
 * @param names names of sights
 */
export function sentenceRows<Case extends ProbeCase>(
  kinds: readonly Case[],
  kindsAnywhere: readonly Case[],
  names: readonly Case[],
): { name: string; cases: Case[] }[] {
  const inFrames = (cases: readonly Case[], frames: readonly ((text: string) => string)[]): Case[] =>
    cases.map((one, i) => ({ ...one, query: frames[i % frames.length](one.query) }));
  return [
    { name: 'a sentence about a kind near me', cases: inFrames(kinds, KINDS) },
    { name: 'the nearest of a kind, in words', cases: inFrames(kinds, NEAREST) },
    { name: 'the nearest of a kind, nobody says where', cases: inFrames(kindsAnywhere, NEAREST) },
    ...Object.entries(PLACES).map(([language, frames]) => ({
      name: `a sentence about a place: ${language}`,
      cases: inFrames(names, frames),
    })),
  ];
}
