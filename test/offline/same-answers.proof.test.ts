import { describe } from 'vitest';
import { sameAnswers } from './same-answers.js';

/** With data of a country: GAZARCH_OFFLINE_DATASET. */
describe('without a network, 20,000 answers are the same, a quarter of them a day', () =>
  sameAnswers({ inNode: 20_000, inChromium: 20_000, inFirefox: 500, seed: 45, days: 4 }));
