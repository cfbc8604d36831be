import type { Kysely } from 'kysely';
import type { InputError } from '../../errors.js';
import type { ClosureSchema } from './closure-schema.js';
import type { ConsoleSchema } from './console-schema.js';
import type { ReportSchema } from './report-schema.js';
import type { ZoneSchema } from './zone-schema.js';

/** Every table beside the keys. Usage has a database, or connections, of its own. */
export interface Schema extends ConsoleSchema, ClosureSchema, ReportSchema, ZoneSchema {}

export interface OpenOptions {
  /** Nothing is made: there must be a database that is not empty. */
  mustExist: boolean;
  /**
   * Nothing is looked at before the first call: another process has made the tables, and the database may be
   * away now.
   */
  isLater?: boolean;
  /** What to do when there is none, for the message. */
  remedy?: string | undefined;
  /** Called with what the operator should know and nobody can mend here. */
  warn: (message: string) => void;
}

/** What the keys look like at a moment. */
export interface KeyHead {
  /** Another one after the file, the server, the database or the table was replaced. */
  identity: string;
  revision: number;
  hasKeys: boolean;
  /** It can be read only, as it follows another server. */
  isStandby?: boolean;
  /** What is wrong with its pages; null or absent: nothing is known to be. */
  damage?: InputError | null;
}

/**
 * An open database with the latest schema. Every failure of it is an InputError with the place and the
 * remedy, except that of a row which is refused in SQLite.
 */
export interface OpenDatabase {
  dialect: 'sqlite' | 'postgres';
  /** A full path, or the URL without its password: for messages and logs. */
  place: string;
  /** Whether opening it made the tables. */
  isNew: boolean;
  /** Waits while others write. What it wrote is on the disk when the call returns. */
  db: Kysely<Schema>;
  /** For who must not wait: it throws when another process writes. A power cut may undo its last writes. */
  swift: Kysely<Schema>;
  /** @param db `swift`, or one connection of it */
  head(db: Kysely<Schema>): Promise<KeyHead>;
  /** Copies all into a new file. @returns the number of keys */
  backup(target: string): Promise<number>;
  /** Calls `wake` after a change of a key or a project, or when there may have been one. */
  listen?(wake: () => void): void;
  close(): Promise<void>;
}
