import type { StoredMoment, StoredTruth } from '../../../database/schema/console-schema.js';
import type { Language } from '../../api/data.js';

/** How the account library writes moments and truth values, see `console-schema.ts`. */

export type Dialect = 'sqlite' | 'postgres';

export function storedMoment(dialect: Dialect, time: Date): StoredMoment {
  return dialect === 'sqlite' ? time.toISOString() : time;
}

export function storedTruth(dialect: Dialect, truth: boolean): StoredTruth {
  return dialect === 'sqlite' ? Number(truth) : truth;
}

/** ISO 8601 in UTC. */
export function isoOf(moment: StoredMoment | number): string {
  return new Date(moment).toISOString();
}

export function isoOrNull(moment: StoredMoment | number | null): string | null {
  return moment === null ? null : isoOf(moment);
}

/** The language of an account. It is Mongolian unless the account says otherwise. */
export function languageOf(stored: string): Language {
  return stored === 'en' ? 'en' : 'mn';
}
