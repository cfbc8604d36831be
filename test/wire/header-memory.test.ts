import { describe, expect, it } from 'vitest';
import { HeaderMemory } from '../../src/wire/header-memory.js';
import { plainHeaders } from '../../src/wire/plain-request.js';

const lines = (...more: string[]): string =>
  `${['Host: a', 'Authorization: Bearer geo_1', ...more].join('\r\n')}\r\n\r\n`;

describe('headers that were read before', () => {
  it('are what reading them gives, the first time and again', () => {
    const memory = new HeaderMemory();
    for (const text of [lines(), lines('X-Request-ID: abc'), lines('Accept: */*'), lines('no header')]) {
      for (let time = 0; time < 2; time++) expect(memory.read(text), text).toEqual(plainHeaders(text));
    }
  });

  it('are kept when they can come again, and only so many', () => {
    const memory = new HeaderMemory();
    for (let i = 0; i < 5_000; i++) {
      memory.read(lines(`Accept: ${i}`));
      expect(memory.size).toBeGreaterThan(0);
      expect(memory.size).toBeLessThanOrEqual(1_000);
    }
  });

  it('are not kept with the id of a request, when they are long, or when they cannot be read so', () => {
    const memory = new HeaderMemory();
    memory.read(lines('X-Request-ID: abc'));
    memory.read(lines(`Accept: ${'x'.repeat(1_000)}`));
    memory.read(lines('no header'));
    expect(memory.size).toBe(0);
  });
});
