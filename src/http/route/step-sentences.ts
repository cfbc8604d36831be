import type { Modifier, RouteStep } from '../../sources/router.js';

/** Languages of the sentences of steps. */
export const STEP_LANGUAGES = ['mn', 'en'] as const;
export type StepLanguage = (typeof STEP_LANGUAGES)[number];

/** What to do at the beginning of a step, as a sentence. */
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

/** The name stands behind a colon, so it needs no case ending. */
function mongolian(step: RouteStep): string {
  const turn = TURN_MN[step.modifier ?? 'straight'];
  const road = roadOf(step);
  const sentence = (text: string): string =>
    `${text[0].toUpperCase()}${text.slice(1)}${road === null ? '' : `: ${road}`}.`;
  switch (step.type) {
    case 'depart':
      return sentence('хөдөлнө');
    case 'arrive':
      return 'Хүрэх газраа ирлээ.';
    case 'new name':
      return sentence(bends(step) ? `замаа дагаж ${turn}` : 'үргэлжлүүлэн явна');
    case 'fork':
      return sentence(`салаа замд ${isRight(step) ? 'баруун' : 'зүүн'} талаар явна`);
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
  uturn: 'turn back',
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
  const sentence = (text: string, joint = 'onto'): string =>
    `${text[0].toUpperCase()}${text.slice(1)}${road === null ? '' : ` ${joint} ${road}`}.`;
  switch (step.type) {
    case 'depart':
      return sentence('start', 'on');
    case 'arrive':
      return 'You have arrived.';
    case 'new name':
      return sentence(
        bends(step) ? `follow the road to the ${isRight(step) ? 'right' : 'left'}` : 'continue',
      );
    case 'fork':
      return sentence(`keep ${isRight(step) ? 'right' : 'left'} at the fork`);
    case 'end of road':
      return sentence(`${turn} at the end of the road`);
    case 'roundabout':
      return step.exit === null
        ? 'Enter the roundabout.'
        : sentence(`take exit ${step.exit} of the roundabout`);
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

/** Whether the road bends as much as for a turn. */
function bends({ modifier }: RouteStep): boolean {
  return /^(sharp )?(left|right)$/.test(modifier ?? '');
}

function isRight({ modifier }: RouteStep): boolean {
  return modifier?.endsWith('right') === true;
}

function roadOf({ name, ref }: RouteStep): string | null {
  return name ?? ref;
}
