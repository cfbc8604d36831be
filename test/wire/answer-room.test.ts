import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AnswerRoom } from '../../src/wire/answer-room.js';

/** How many bytes of large answers are on their way at once: 8 MiB of all clients, 2 MiB of each. */

/** A sixteenth of the room. */
const PART = 512 * 1024;

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
  it('gives a client its share, and others what is left', () => {
    const { room, told, ask } = world();
    for (let i = 0; i < 6; i++) ask('a', 1);
    for (const client of ['b', 'c', 'd', 'e']) ask(client, 4);
    expect(told).toEqual(['a', 'a', 'a', 'a', 'b', 'c', 'd']);
    expect(room.used).toBe(16 * PART);
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
    for (const client of ['a', 'b', 'c', 'd']) ask(client, 4, true);
    for (let i = 0; i < 5; i++) ask('e', 4, true);
    expect(told).toEqual(['a', 'b', 'c', 'd', 'not e']);
    ask('f', 4);
    expect(told).toHaveLength(5);
  });

  it('sends an answer larger than everything alone', () => {
    const { told, ask, end } = world();
    ask('a', 1);
    ask('b', 20);
    expect(told).toEqual(['a']);
    end(0);
    expect(told).toEqual(['a', 'b']);
  });
});
