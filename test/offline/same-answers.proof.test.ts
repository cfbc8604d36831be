import { describe } from 'vitest';
import { sameAnswers } from './same-answers.js';

/** With data of a country: GAZARCH_OFFLINE_DATASET. */
describe('without a network, 20,000 answers are the same', () => sameAnswers(20_000, 20_000, 45));
