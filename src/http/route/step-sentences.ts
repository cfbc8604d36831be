import { DIRECTIONS } from '../../sources/geocoder.js';
import type { Modifier, RouteStep } from '../../sources/router.js';

/** The languages of step sentences. */
export const STEP_LANGUAGES = ['mn', 'en'] as const;
export type StepLanguage = (typeof STEP_LANGUAGES)[number];

/** Returns the instruction at the beginning of a step. */
export function stepSentence(step: RouteStep, language: StepLanguage): string {
  return language === 'mn' ? mongolian(step) : english(step);
}

const TURN_MN: Readonly<Record<Modifier, string>> = {
  uturn: 'буцаж эргэнэ',
  'sharp right': 'баруун тийш огцом эргэнэ',
  right: 'баруун тийш эргэнэ',
  'slight right': 'баруун тийш бага зэрэг эргэнэ',
  straight: 'чигээрээ явна',
  'slight left': 'зүүн тийш бага зэрэг эргэнэ',
  left: 'зүүн тийш эргэнэ',
  'sharp left': 'зүүн тийш огцом эргэнэ',
};

/** `DIRECTIONS` in Mongolian, in the same order. */
const COMPASS_MN = ['хойд', 'зүүн хойд', 'зүүн', 'зүүн урд', 'урд', 'баруун урд', 'баруун', 'баруун хойд'];

/** Returns the Mongolian sentence. The name comes after a colon, so that it needs no case ending. */
function mongolian(step: RouteStep): string {
  const beside = step.landmark === undefined ? '' : `${step.landmark.beside} `;
  const turn = beside + TURN_MN[step.modifier ?? 'straight'];
  const where = [roadOf(step), step.destinations === null ? null : `${step.destinations} чиглэлд`];
  const named = where.filter((text) => text !== null).join(', ');
  const sentence = (text: string): string =>
    `${text[0].toUpperCase()}${text.slice(1)}${named === '' ? '' : `: ${named}`}.`;
  const side = isRight(step) ? 'баруун' : 'зүүн';
  switch (step.type) {
    case 'depart':
      return sentence(`${step.bearingAfter === null ? '' : `${compass(step, COMPASS_MN)} зүг рүү `}хөдөлнө`);
    case 'arrive':
      return step.modifier === null ? 'Хүрэх газраа ирлээ.' : `Хүрэх газраа ирлээ: ${side} талд.`;
    case 'new name':
      if (step.modifier === 'uturn' || isSlight(step)) return sentence(turn);
      return sentence(bends(step) ? `замаа дагаж ${turn}` : 'үргэлжлүүлэн явна');
    case 'fork':
      return sentence(`${beside}салаа замд ${side} талаар явна`);
    case 'on ramp':
      return sentence(`${side} талын холбох замаар орно`);
    case 'off ramp':
      return sentence(`${side} талын ${step.exits === null ? '' : `${step.exits}-р `}гарцаар гарна`);
    case 'merge':
      return sentence('үндсэн замын урсгалд нийлнэ');
    case 'end of road':
      return sentence(`замын төгсгөлд ${turn}`);
    case 'roundabout':
      return step.exit === null
        ? 'Тойрог уулзварт орно.'
        : sentence(`тойрог уулзвараас ${step.exit}-р гарцаар гарна`);
    case 'exit roundabout':
      return sentence('тойрог уулзвараас гарна');
    case 'ferry':
      return sentence('гатлага онгоцоор гарна');
    default:
      return sentence(turn);
  }
}

const TURN_EN: Readonly<Record<Modifier, string>> = {
  uturn: 'make a U-turn',
  'sharp right': 'turn sharp right',
  right: 'turn right',
  'slight right': 'bear right',
  straight: 'go straight on',
  'slight left': 'bear left',
  left: 'turn left',
  'sharp left': 'turn sharp left',
};

function english(step: RouteStep): string {
  const turn = TURN_EN[step.modifier ?? 'straight'];
  const road = roadOf(step);
  const towards = step.destinations === null ? '' : ` towards ${step.destinations}`;
  const beside = step.landmark === undefined ? '' : ` ${step.landmark.beside}`;
  const sentence = (text: string, joint = 'onto'): string =>
    `${text[0].toUpperCase()}${text.slice(1)}${road === null ? '' : ` ${joint} ${road}`}${towards}${beside}.`;
  const side = isRight(step) ? 'right' : 'left';
  switch (step.type) {
    case 'depart':
      return sentence(step.bearingAfter === null ? 'start' : `head ${compass(step, DIRECTIONS)}`, 'on');
    case 'arrive':
      return step.modifier === null
        ? 'You have arrived.'
        : `You have arrived: your destination is on the ${side}.`;
    case 'new name':
      if (step.modifier === 'uturn' || isSlight(step)) return sentence(turn);
      return sentence(bends(step) ? `follow the road to the ${side}` : 'continue');
    case 'fork':
      return sentence(`keep ${side} at the fork`);
    case 'on ramp':
      return sentence(`take the ramp on the ${side}`);
    case 'off ramp':
      return sentence(`take ${step.exits === null ? 'the exit' : `exit ${step.exits}`} on the ${side}`);
    case 'merge':
      return sentence('merge');
    case 'end of road':
      return sentence(`${turn} at the end of the road`);
    case 'roundabout':
      return step.exit === null
        ? 'Enter the roundabout.'
        : sentence(`take exit ${step.exit} at the roundabout`);
    case 'exit roundabout':
      return sentence('leave the roundabout');
    case 'ferry':
      return sentence('take the ferry', 'of');
    case 'continue':
      if (step.modifier === 'straight') return sentence('continue');
      return sentence(turn, step.modifier === 'uturn' ? 'on' : 'to stay on');
    default:
      return sentence(turn);
  }
}

/** Whether the road bends as sharply as at a turn. */
function bends({ modifier }: RouteStep): boolean {
  return /^(sharp )?(left|right)$/.test(modifier ?? '');
}

function isSlight({ modifier }: RouteStep): boolean {
  return modifier?.startsWith('slight') === true;
}

function isRight({ modifier }: RouteStep): boolean {
  return modifier?.endsWith('right') === true;
}

function compass({ bearingAfter }: RouteStep, words: readonly string[]): string {
  return words[Math.round((bearingAfter ?? 0) / 45) % words.length];
}

function roadOf({ name, ref }: RouteStep): string | null {
  return name ?? ref;
}
