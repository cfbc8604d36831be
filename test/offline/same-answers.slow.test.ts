import { describe } from 'vitest';
import { sameAnswers } from './same-answers.js';

describe('without a network, the same answers', () => sameAnswers(2_000, 500, 20261126));
