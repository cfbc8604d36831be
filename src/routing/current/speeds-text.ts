import { areHours, MOST_SLOTS, type WeekSlot } from '../profiles/week-slots.js';
import { directedWay, type SpeedRow } from './learned-speeds.js';

/**
 * Reads and writes learned speeds in the format stored beside the datasets: a JSON line that describes the
 * file, then one line per row. docs/speeds-file.md describes the format.
 */

/** Version 1 revealed more about individual vehicles. */
const SPEEDS_VERSION = 2;

export interface SpeedTable {
  slots: readonly WeekSlot[];
  rows: readonly SpeedRow[];
}

export function speedsText({ slots, rows }: SpeedTable): string {
  const lines = [...rows]
    .sort(inOrder)
    .map(({ key, month, slot, observed_s, model_s }) =>
      JSON.stringify([key, month, slot, observed_s, model_s]),
    );
  return `${[JSON.stringify({ gazarch_speeds: SPEEDS_VERSION, slots }), ...lines].join('\n')}\n`;
}

/** Compares rows for sorting: broader levels come first, followed by ways in ascending order of id. */
function inOrder(a: SpeedRow, b: SpeedRow): number {
  const [one, other] = [directedWay(a.key) ?? -1, directedWay(b.key) ?? -1];
  if (one !== other) return one - other;
  const [first, second] = [a, b].map(({ key, month, slot }) => `${key} ${month} ${String(slot).padStart(2)}`);
  return first < second ? -1 : first > second ? 1 : 0;
}

/** Parses the output of speedsText(). @throws Error that says what is wrong with the text */
export function parseSpeeds(text: string): SpeedTable {
  const lines = new SpeedLines();
  const rows = text
    .trimEnd()
    .split('\n')
    .flatMap((line) => lines.read(line) ?? []);
  return { slots: lines.slots!, rows };
}

/** Parses the same text line by line. */
export class SpeedLines {
  /** Null before the first line is read. */
  slots: readonly WeekSlot[] | null = null;
  #number = 0;
  #before: SpeedRow | null = null;

  /** @returns null for the first line @throws Error that says what is wrong with the line */
  read(line: string): SpeedRow | null {
    const where = `line ${++this.#number}`;
    const value = jsonOf(line, where);
    if (this.slots === null) {
      this.slots = slotsOf(value);
      return null;
    }
    const row = rowOf(value, this.slots.length);
    if (row === null) throw new Error(`${where} is not a row`);
    if (this.#before !== null && inOrder(this.#before, row) >= 0) throw new Error(`${where} is not in order`);
    return (this.#before = row);
  }
}

function slotsOf(value: unknown): readonly WeekSlot[] {
  const { gazarch_speeds: version, slots } = (value ?? {}) as Record<string, unknown>;
  if (version !== SPEEDS_VERSION)
    throw new Error(
      `it has version ${JSON.stringify(version)}, but this program reads version ${SPEEDS_VERSION}`,
    );
  if (!areSlots(slots)) throw new Error('it has no list of slots');
  return slots;
}

function jsonOf(line: string, where: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new Error(`${where} is not JSON`, { cause });
  }
}

function areSlots(value: unknown): value is WeekSlot[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_SLOTS) return false;
  return value.every((slot: Partial<WeekSlot> | null, i) => {
    if (typeof slot !== 'object' || slot === null || typeof slot.name !== 'string') return false;
    return i + 1 < value.length
      ? typeof slot.hours === 'string' && areHours(slot.hours)
      : slot.hours === null;
  });
}

const KEY = /^(?:way \d{1,15} [+-]|(?:city|country)(?: [a-z_]{1,40})?)$/;
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

function rowOf(value: unknown, slotCount: number): SpeedRow | null {
  if (!Array.isArray(value) || value.length !== 5) return null;
  const [key, month, slot, observed_s, model_s] = value as unknown[];
  if (typeof key !== 'string' || !KEY.test(key) || typeof month !== 'string' || !MONTH.test(month))
    return null;
  const isCount = (number: unknown): number is number => Number.isSafeInteger(number) && Number(number) >= 0;
  if (!isCount(slot) || slot >= slotCount || !isCount(observed_s) || !isCount(model_s)) return null;
  return { key, month, slot, observed_s, model_s };
}
