import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FolderLock } from '../../src/dataset/folder-lock.js';
import { InputError } from '../../src/errors.js';
import type { SpeedRow } from '../../src/routing/current/learned-speeds.js';
import { speedsText } from '../../src/routing/current/speeds-text.js';
import { DEFAULT_SLOTS } from '../../src/routing/profiles/week-slots.js';
import {
  currentSpeeds,
  loadSpeeds,
  readSpeeds,
  writeSpeeds,
} from '../../src/sources/embedded/roads/speed-files.js';
import { seededRandom } from '../seeded-random.js';

/** For a long run: GAZARCH_FUZZ_CASES=100000. */
const CASES = Number(process.env['GAZARCH_FUZZ_CASES'] ?? 400);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-speed-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const row = (key: string, slot: number): SpeedRow => ({
  ...{ key, month: '2026-11', slot, observed_s: 120, model_s: 60 },
});
const TABLE = { slots: DEFAULT_SLOTS, rows: [row('city', 1), row('city primary', 1), row('way 12 +', 2)] };

it('are numbered, the highest counts, and three stay', async () => {
  expect(currentSpeeds(folder)).toBeNull();
  for (let i = 0; i < 5; i++) writeSpeeds({ folder } as FolderLock, TABLE);
  expect(
    readdirSync(folder)
      .sort()
      .map((name) => name.slice(0, 12)),
  ).toEqual(['speeds-0003-', 'speeds-0004-', 'speeds-0005-']);
  const path = currentSpeeds(folder)!;
  expect(readSpeeds(path)).toEqual(TABLE);
  const learned = await loadSpeeds(path);
  // 30 seconds as the map says weigh as much as seconds that were driven.
  const level = { around: 'city', kind: 'primary', usual: 1 };
  const all = (120 + 30) / (60 + 30);
  const primary = (120 + 30 * all) / (60 + 30);
  expect(learned.longer(999, 1, level)).toBeCloseTo(primary, 6);
  expect(learned.longer(24, 2, level)).toBeCloseTo((120 + 30) / 90, 6);
  expect(learned.longer(25, 2, level)).toBe(1);
});

it('says that a folder cannot be read, and that there is nothing where there is no folder', () => {
  expect(currentSpeeds(join(folder, 'none'))).toBeNull();
  writeFileSync(join(folder, 'file'), '');
  expect(() => currentSpeeds(join(folder, 'file'))).toThrow(
    /^cannot look for learned speeds in \S+: [^\n]+$/,
  );
});

it('says in one line what is wrong with a broken file, and never takes half of it', () => {
  const random = seededRandom(77);
  const text = speedsText(TABLE);
  const path = join(folder, 'speeds-0001-00000000.json.gz');
  const kinds = { whole: 0, refused: 0 };
  for (let i = 0; i < CASES; i++) {
    const at = Math.floor(random() * text.length);
    const broken =
      random() < 0.3
        ? text.slice(0, at)
        : text.slice(0, at) + String.fromCharCode(32 + Math.floor(random() * 90)) + text.slice(at + 1);
    const bytes = gzipSync(broken);
    if (random() < 0.2) bytes[Math.floor(random() * bytes.length)] ^= 1 << Math.floor(random() * 8);
    writeFileSync(path, bytes);
    try {
      const { slots, rows } = readSpeeds(path);
      // Another number, name or hour is as good as the first.
      expect(slots).toHaveLength(DEFAULT_SLOTS.length);
      expect(rows.every(({ slot }) => slot < slots.length)).toBe(true);
      kinds.whole++;
    } catch (error) {
      expect(InputError.is(error), String(error)).toBe(true);
      expect((error as Error).message).toMatch(/^the speeds in \S+ cannot be read: [^\n]+; remove the file/);
      kinds.refused++;
    }
  }
  expect(kinds.refused).toBeGreaterThan(CASES / 4);
});
