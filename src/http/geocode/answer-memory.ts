import { randomInt } from 'node:crypto';
import { AnswerGeneration, type Answer, type GenerationLimits } from './answer-generation.js';
import type { TargetBytes } from '../../wire/reply.js';
import type { Slab, SlabBody } from '../../wire/slab.js';

/** What each of two generations holds. Both together take 35 MB a process at most, and the ids of their places; memory that nothing was written to yet is not taken. */
const GENERATION: GenerationLimits = { answers: 60_000, bytes: 2 ** 24 };

/** Nobody types more; targets of other spellings than the usual one are rare, and need no memory. */
const LONGEST_TARGET = 600;

/** One answer, as long as somebody holds it. */
export class RememberedAnswer {
  readonly #generation: AnswerGeneration;
  readonly #at: number;

  constructor(generation: AnswerGeneration, at: number) {
    this.#generation = generation;
    this.#at = at;
  }

  /** A SearchResponse in bytes. */
  body(slab: Slab): SlabBody {
    return this.#generation.body(this.#at, slab);
  }
}

/**
 * Answers to searches by the target of their request, byte by byte as it was sent: search boxes send the same first letters all day. Two generations instead of a list in order of use: what is
 * asked again while it is old is young again, and when the young are many enough, the old are forgotten.
 */
export class AnswerMemory {
  readonly #limits: GenerationLimits;
  #edition = Number.NEGATIVE_INFINITY;
  #young: AnswerGeneration | null = null;
  #old: AnswerGeneration | null = null;

  constructor(limits: GenerationLimits = GENERATION) {
    this.#limits = limits;
  }

  get size(): number {
    return (this.#young?.count ?? 0) + (this.#old?.count ?? 0);
  }

  /**
   * What was answered to the target.
   * @param edition of the data behind the answers; null: nothing may be remembered
   */
  find(edition: number | null, target: TargetBytes): RememberedAnswer | null {
    const young = this.#young;
    if (young === null || edition !== this.#edition || target.to - target.from > LONGEST_TARGET) return null;
    const hash = hashOf(target);
    const known = young.find(target, hash);
    if (known > 0) return new RememberedAnswer(young, known);
    const old = this.#old;
    const before = old === null ? 0 : old.find(target, hash);
    if (before === 0) return null;
    const renewed = young.adopt(old!, before, hash);
    return renewed > 0 ? new RememberedAnswer(young, renewed) : new RememberedAnswer(old!, before);
  }

  /**
   * The answer that is now remembered; null when it is not.
   * @throws OperatingError UPSTREAM_ERROR when a place is none
   */
  remember(edition: number | null, target: TargetBytes, answer: Answer): RememberedAnswer | null {
    if (
      edition === null ||
      edition < this.#edition ||
      target.to - target.from > LONGEST_TARGET ||
      !answer.places.every(Object.isFrozen)
    )
      return null;
    if (edition > this.#edition) this.#begin(edition);
    const hash = hashOf(target);
    this.#young ??= new AnswerGeneration(this.#limits);
    let at = this.#young.add(target, hash, answer);
    if (at === 0) {
      this.#old = this.#young;
      this.#young = new AnswerGeneration(this.#limits);
      at = this.#young.add(target, hash, answer);
    }
    return at === 0 ? null : new RememberedAnswer(this.#young, at);
  }

  /** Of other data: what was answered from the one before is wrong now. */
  #begin(edition: number): void {
    this.#edition = edition;
    this.#young = null;
    this.#old = null;
  }
}

/** Another one in each process, so that nobody can tell which targets would share a slot. */
const SEED = randomInt(2 ** 32);

/** FNV-1a, its bits stirred at the end. */
function hashOf({ bytes, from, to }: TargetBytes): number {
  let hash = SEED;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
