/** Plain tests of the fields of an answer that came over a network. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value itself, or an empty list or record in place of something else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** Whether it is a finite number that is not negative: meters, seconds. */
export function isLength(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}

/** Whether it is a number up to a limit on both sides of zero: degrees. */
export function isWithin(value: unknown, limit: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= limit;
}

/** A value as the log shows it. */
export function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 80);
}
