import { describe, expect, it } from 'vitest';
import { stepSentence } from '../../src/http/route/step-sentences.js';
import type { RouteStep } from '../../src/sources/router.js';

function step(
  type: RouteStep['type'],
  modifier: RouteStep['modifier'],
  more: Partial<RouteStep> = {},
): RouteStep {
  return {
    ...{ type, modifier, exit: null, name: 'Замын-Үүд', ref: null, distance_m: 1, duration_s: 1 },
    ...{ destinations: null, exits: null },
    ...{ longitude: 106, latitude: 47, bearingBefore: 0, bearingAfter: 0 },
    ...more,
  };
}

describe('sentences of steps', () => {
  it.each<[RouteStep, string, string]>([
    [step('depart', null), 'Head north on Замын-Үүд.', 'Хойд зүг рүү хөдөлнө: Замын-Үүд.'],
    [
      step('depart', null, { bearingAfter: 316 }),
      'Head northwest on Замын-Үүд.',
      'Баруун хойд зүг рүү хөдөлнө: Замын-Үүд.',
    ],
    [step('depart', null, { bearingAfter: null }), 'Start on Замын-Үүд.', 'Хөдөлнө: Замын-Үүд.'],
    [step('depart', null, { name: null, bearingAfter: 180 }), 'Head south.', 'Урд зүг рүү хөдөлнө.'],
    [step('turn', 'left'), 'Turn left onto Замын-Үүд.', 'Зүүн тийш эргэнэ: Замын-Үүд.'],
    [step('turn', 'right', { name: null, ref: 'A3' }), 'Turn right onto A3.', 'Баруун тийш эргэнэ: A3.'],
    [step('new name', 'straight'), 'Continue onto Замын-Үүд.', 'Үргэлжлүүлэн явна: Замын-Үүд.'],
    [
      step('new name', 'left'),
      'Follow the road to the left onto Замын-Үүд.',
      'Замаа дагаж зүүн тийш эргэнэ: Замын-Үүд.',
    ],
    [step('continue', 'right'), 'Turn right to stay on Замын-Үүд.', 'Баруун тийш эргэнэ: Замын-Үүд.'],
    [step('continue', 'uturn'), 'Make a U-turn on Замын-Үүд.', 'Буцаж эргэнэ: Замын-Үүд.'],
    [step('continue', 'straight'), 'Continue onto Замын-Үүд.', 'Чигээрээ явна: Замын-Үүд.'],
    [
      step('fork', 'slight right'),
      'Keep right at the fork onto Замын-Үүд.',
      'Салаа замд баруун талаар явна: Замын-Үүд.',
    ],
    [
      step('end of road', 'left', { name: null }),
      'Turn left at the end of the road.',
      'Замын төгсгөлд зүүн тийш эргэнэ.',
    ],
    [
      step('roundabout', 'right', { exit: 2 }),
      'Take exit 2 at the roundabout onto Замын-Үүд.',
      'Тойрог уулзвараас 2-р гарцаар гарна: Замын-Үүд.',
    ],
    [
      step('turn', 'left', { name: null, landmark: { name: 'Nomin', beside: 'at Nomin' } }),
      'Turn left at Nomin.',
      'At Nomin зүүн тийш эргэнэ.',
    ],
    [step('roundabout', 'right'), 'Enter the roundabout.', 'Тойрог уулзварт орно.'],
    [step('ferry', 'straight', { name: null }), 'Take the ferry.', 'Гатлага онгоцоор гарна.'],
    [step('arrive', null), 'You have arrived.', 'Хүрэх газраа ирлээ.'],
    [
      step('arrive', 'left'),
      'You have arrived: your destination is on the left.',
      'Хүрэх газраа ирлээ: зүүн талд.',
    ],
    [step('new name', 'uturn'), 'Make a U-turn onto Замын-Үүд.', 'Буцаж эргэнэ: Замын-Үүд.'],
    [step('new name', 'slight left'), 'Bear left onto Замын-Үүд.', 'Зүүн тийш бага зэрэг эргэнэ: Замын-Үүд.'],
    [
      step('on ramp', 'slight right', { name: null, destinations: 'A2: Дархан' }),
      'Take the ramp on the right towards A2: Дархан.',
      'Баруун талын холбох замаар орно: A2: Дархан чиглэлд.',
    ],
    [
      step('off ramp', 'slight right', { exits: '5', destinations: 'Дархан' }),
      'Take exit 5 on the right onto Замын-Үүд towards Дархан.',
      'Баруун талын 5-р гарцаар гарна: Замын-Үүд, Дархан чиглэлд.',
    ],
    [
      step('off ramp', 'slight left', { name: null }),
      'Take the exit on the left.',
      'Зүүн талын гарцаар гарна.',
    ],
    [step('merge', 'slight left'), 'Merge onto Замын-Үүд.', 'Үндсэн замын урсгалд нийлнэ: Замын-Үүд.'],
    [
      step('exit roundabout', 'right'),
      'Leave the roundabout onto Замын-Үүд.',
      'Тойрог уулзвараас гарна: Замын-Үүд.',
    ],
  ])('%j', (one, english, mongolian) => {
    expect([stepSentence(one, 'en'), stepSentence(one, 'mn')]).toEqual([english, mongolian]);
  });
});
