import { describe } from 'vitest';
import { sameAnswers } from './same-answers.js';

describe('without a network, the same answers', () =>
  sameAnswers({ inNode: 2_000, inChromium: 500, inFirefox: 0, seed: 20261126, days: 1 }));
