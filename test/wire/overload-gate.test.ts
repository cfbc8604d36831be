import { describe, expect, it } from 'vitest';
import { OverloadGate } from '../../src/wire/overload-gate.js';
import { seededRandom } from '../seeded-random.js';

/** An event loop whose turns the test plays. The clock stands still unless the test moves it. */
class PlayedLoop {
  now_ms = 1_000;
  /** Stands still where the machine is busy elsewhere. */
  worked_ms = 0;
  askedForWork = 0;
  readonly gate: OverloadGate;
  readonly #ends: (() => void)[] = [];

  /** Starts as after long work without a pause, so that no time is saved up. */
  constructor(maxWait_ms: number) {
    this.gate = new OverloadGate({
      maxWait_ms,
      now: () => this.now_ms,
      worked_ms: () => {
        this.askedForWork++;
        return this.worked_ms;
      },
      atEndOfTurn: (end) => this.#ends.push(end),
    });
    this.gate.noteWork();
    this.now_ms += 1_000;
    this.endTurn();
    this.gate.noteWork();
    this.endTurn();
  }

  pause(pause_ms: number): void {
    this.now_ms += pause_ms;
  }

  /** Plays one turn with that many requests waiting. @returns how many were answered */
  turn(requests: number, cost: { answer_ms: number; refusal_ms: number }): number {
    let answered = 0;
    for (let i = 0; i < requests; i++) {
      const isRefused = this.gate.refuses();
      if (!isRefused) answered++;
      this.now_ms += isRefused ? cost.refusal_ms : cost.answer_ms;
    }
    this.endTurn();
    return answered;
  }

  endTurn(): void {
    for (const end of this.#ends.splice(0)) end();
  }

  get turnsToEnd(): number {
    return this.#ends.length;
  }
}

const COST = { answer_ms: 0.125, refusal_ms: 0.03125 };

describe('the overload gate', () => {
  it('answers a burst that is worked off in time, and of a larger one what is', () => {
    expect(new PlayedLoop(30).turn(240, COST)).toBe(240);
    expect(new PlayedLoop(30).turn(5_000, COST)).toBe(241);
  });

  it('counts the length of the turn before when the next one follows at once', () => {
    const loop = new PlayedLoop(30);
    expect(loop.turn(160, COST)).toBe(160);
    // 20 ms of the 30 are used, 10 are left.
    expect(loop.turn(5_000, COST)).toBe(81);
  });

  it('begins from zero after a pause, and spends the pause as well', () => {
    const loop = new PlayedLoop(30);
    loop.turn(5_000, COST);
    loop.pause(5);
    expect(loop.turn(5_000, COST)).toBe(281);
  });

  it('answers a burst late rather than not, from the time that it had nothing to do, but only once', () => {
    const loop = new PlayedLoop(30);
    loop.pause(10_000);
    expect(loop.turn(5_000, COST)).toBe(1_041);
    // A load that lasts is refused again.
    expect(loop.turn(5_000, COST)).toBe(61);
    expect(loop.turn(5_000, COST)).toBe(61);
  });

  it('has the whole of it saved up also when the pauses were short and many', () => {
    const loop = new PlayedLoop(30);
    for (let i = 0; i < 30; i++) {
      loop.pause(5);
      loop.turn(10, COST);
    }
    loop.pause(5);
    expect(loop.turn(5_000, COST)).toBe(1_041);
  });

  it('answers for a quarter of the time in every turn, so that something is always answered', () => {
    const loop = new PlayedLoop(40);
    loop.turn(10_000, COST);
    for (let turn = 0; turn < 5; turn++) expect(loop.turn(10_000, COST)).toBe(81);
  });

  it('answers a few in every turn, also when the machine was busy elsewhere in the middle of it', () => {
    const loop = new PlayedLoop(30);
    expect(loop.gate.refuses()).toBe(false);
    loop.now_ms += 500;
    expect(loop.turn(1_000, COST)).toBe(31);
    expect(loop.turn(1_000, { answer_ms: 100, refusal_ms: 0.1 })).toBe(32);
  });

  it('refuses also few requests when they have taken long of the processor', () => {
    const loop = new PlayedLoop(30);
    let answered = 0;
    for (let i = 0; i < 30; i++) {
      if (loop.gate.refuses()) continue;
      answered++;
      loop.now_ms += 120;
      loop.worked_ms += 120;
    }
    loop.endTurn();
    expect(answered).toBe(2);
  });

  it('does not ask for the time of the processor while it keeps up, because that is dear', () => {
    const loop = new PlayedLoop(30);
    for (let turn = 0; turn < 10; turn++) {
      expect(loop.turn(100, COST)).toBe(100);
      loop.pause(5);
    }
    expect(loop.askedForWork).toBe(0);
    expect(loop.turn(5_000, { answer_ms: 5, refusal_ms: 0.1 })).toBe(32);
    expect(loop.askedForWork).toBeGreaterThan(0);
  });

  it('asks for it once in a turn that is a little too long', () => {
    const loop = new PlayedLoop(30);
    expect(loop.turn(31, { answer_ms: 4, refusal_ms: 0.1 })).toBe(31);
    expect(loop.askedForWork).toBe(1);
    expect(loop.turn(32, { answer_ms: 3, refusal_ms: 0.1 })).toBe(32);
    expect(loop.askedForWork).toBe(2);
  });

  it('asks for the end of a turn once in it', () => {
    const loop = new PlayedLoop(30);
    loop.gate.noteWork();
    loop.gate.refuses();
    loop.gate.noteWork();
    expect(loop.turnsToEnd).toBe(1);
  });

  it('counts work on what was let in before', () => {
    const loop = new PlayedLoop(30);
    loop.gate.noteWork();
    loop.now_ms += 31;
    expect(loop.turn(100, COST)).toBe(32);
  });

  it('refuses nothing, and leaves the loop alone, when the time is 0', () => {
    const loop = new PlayedLoop(0);
    expect(loop.turn(100_000, COST)).toBe(100_000);
    expect(loop.turnsToEnd).toBe(0);
  });

  // Requests arrive at a given rate, evenly and in random clumps. Each turn handles what arrived during
  // the one before it.
  it.each([0.5, 0.9, 1.2, 2, 3])('at %f times what can be answered', (load) => {
    const random = seededRandom(7);
    const loop = new PlayedLoop(30);
    const arrivals: number[] = [];
    for (let at = loop.now_ms; at < loop.now_ms + 20_000; at += (2 * random() * COST.answer_ms) / load)
      arrivals.push(at);
    const waits = { answered: [] as number[], refused: [] as number[] };
    for (let next = 0; next < arrivals.length;) {
      if (arrivals[next] > loop.now_ms) loop.now_ms = arrivals[next];
      const taken_ms = loop.now_ms;
      for (; next < arrivals.length && arrivals[next] <= taken_ms; next++) {
        const isRefused = loop.gate.refuses();
        loop.now_ms += isRefused ? COST.refusal_ms : COST.answer_ms;
        (isRefused ? waits.refused : waits.answered).push(loop.now_ms - arrivals[next]);
      }
      loop.endTurn();
    }
    const share = waits.answered.length / arrivals.length;
    // Every request costs at least a refusal. The rest of the time goes to answers.
    const best = Math.min(
      1,
      (1 / load - COST.refusal_ms / COST.answer_ms) / (1 - COST.refusal_ms / COST.answer_ms),
    );
    expect(share).toBeGreaterThan(load < 1 ? 0.9999 : best - 0.05);
    // 30 ms that a request may wait, and the quarter of the time in which requests are answered anyway.
    const longest = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);
    expect(longest(waits.answered)).toBeLessThan(38);
    expect(longest(waits.refused)).toBeLessThan(50);
  });
});
