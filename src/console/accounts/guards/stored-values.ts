import type { StoredMoment, StoredTruth } from '../../../database/schema/console-schema.js';
import type { Language } from '../../api/account-data.js';

/** Converts the account library's times and booleans: see `console-schema.ts`. */

export type Dialect = 'sqlite' | 'postgres';

export function storedMoment(dialect: Dialect, time: Date): StoredMoment {
  return dialect === 'sqlite' ? time.toISOString() : time;
}

export function storedTruth(dialect: Dialect, truth: boolean): StoredTruth {
  return dialect === 'sqlite' ? Number(truth) : truth;
}

/** Returns the time in ISO 8601, in UTC. */
export function isoOf(moment: StoredMoment | number): string {
  return new Date(moment).toISOString();
}

export function isoOrNull(moment: StoredMoment | number | null): string | null {
  return moment === null ? null : isoOf(moment);
}

/** Returns an account's language, which is Mongolian unless the account specifies another language. */
export function languageOf(stored: string): Language {
  return stored === 'en' ? 'en' : 'mn';
}
