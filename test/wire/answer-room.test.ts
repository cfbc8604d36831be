import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AnswerRoom } from '../../src/wire/answer-room.js';

/** How many bytes of large answers are on their way at once: 16 MiB of all clients, 4 MiB of each. */

/** A quarter of a share. */
const PART = 1024 * 1024;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function world(): {
  room: AnswerRoom;
  told: string[];
  ask: (client: string, parts: number, isMade?: boolean) => (() => void) | null;
  end: (index: number) => void;
} {
  const room = new AnswerRoom();
  const told: string[] = [];
  const releases: (() => void)[] = [];
  const ask = (client: string, parts: number, isMade = false): (() => void) | null =>
    room.admit({
      ...{ client, held: parts * PART, isMade },
      start: (release) => {
        told.push(client);
        releases.push(release);
      },
      refuse: () => told.push(`not ${client}`),
    });
  return { room, told, ask, end: (index) => releases[index]() };
}

describe('the room of large answers', () => {
  it('gives a client its share, and others half of what is left', () => {
    const { room, told, ask } = world();
    for (let i = 0; i < 6; i++) ask('a', 1);
    for (const client of ['b', 'c', 'd', 'e']) ask(client, 4);
    expect(told).toEqual(['a', 'a', 'a', 'a', 'b', 'c']);
    expect(room.used).toBe(12 * PART);
    ask('f', 2);
    ask('g', 1);
    expect(told.slice(6)).toEqual(['f', 'g']);
  });

  it('always has some for small answers, while hundreds of addresses read nothing', () => {
    const { told, ask } = world();
    for (let i = 0; i < 500; i++) ask(`${i}`, 4 - (i % 4));
    told.length = 0;
    for (const client of ['a', 'b']) ask(client, 1 / 9);
    expect(told).toEqual(['a', 'b']);
  });

  it('refuses who has waited for 2 s, and nobody before', () => {
    const { told, ask } = world();
    for (let i = 0; i < 5; i++) ask('a', 1);
    vi.advanceTimersByTime(1_999);
    expect(told).toEqual(['a', 'a', 'a', 'a']);
    vi.advanceTimersByTime(1);
    expect(told.at(-1)).toBe('not a');
  });

  it('starts who waits as soon as there is room, and gives all of it back', () => {
    const { room, told, ask, end } = world();
    for (let i = 0; i < 5; i++) ask('a', 1);
    end(2);
    end(2);
    expect(told).toEqual(['a', 'a', 'a', 'a', 'a']);
    for (const i of [0, 1, 3, 4]) end(i);
    expect(room.used).toBe(0);
    vi.advanceTimersByTime(10_000);
    expect(told).toHaveLength(5);
  });

  it('lets a client that waits for its own share hold up nobody', () => {
    const { told, ask } = world();
    ask('a', 4);
    ask('a', 4);
    ask('b', 4);
    expect(told).toEqual(['a', 'b']);
  });

  it('forgets who went away while waiting', () => {
    const { told, ask, end } = world();
    ask('a', 4);
    const giveUp = ask('a', 4)!;
    giveUp();
    end(0);
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual(['a']);
  });

  it('refuses at once what would be kept in memory beyond the bound', () => {
    const { told, ask } = world();
    for (const client of ['a', 'b', 'c']) ask(client, 4, true);
    for (let i = 0; i < 3; i++) ask('e', 4, true);
    expect(told).toEqual(['a', 'b', 'c', 'not e']);
    ask('f', 4);
    expect(told).toHaveLength(4);
  });

  it('sends answers larger than a share one by one, and others beside them', () => {
    const { told, ask, end } = world();
    ask('a', 20);
    ask('b', 20);
    ask('c', 4);
    expect(told).toEqual(['a', 'c']);
    end(0);
    expect(told).toEqual(['a', 'c', 'b']);
  });
});
