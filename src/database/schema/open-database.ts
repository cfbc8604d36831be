import type { Kysely } from 'kysely';
import type { InputError } from '../../errors.js';
import type { ClosureSchema } from './closure-schema.js';
import type { ConsoleSchema } from './console-schema.js';
import type { ReportSchema } from './report-schema.js';
import type { ZoneSchema } from './zone-schema.js';

/** All tables beside the keys. Usage has its own database or connections. */
export interface Schema extends ConsoleSchema, ClosureSchema, ReportSchema, ZoneSchema {}

export interface OpenOptions {
  /** Makes nothing: there must be a database that is not empty. */
  mustExist: boolean;
  /**
   * Does nothing before the first call: another process has made the tables, and the database may be away
   * now.
   */
  isLater?: boolean;
  /** The remedy if there is none, for the message. */
  remedy?: string | undefined;
  /** Called with facts that the operator should know and nobody can mend here. */
  warn: (message: string) => void;
}

/** The state of the keys at a moment. */
export interface KeyHead {
  /** Differs after the file, the server, the database or the table was replaced. */
  identity: string;
  revision: number;
  hasKeys: boolean;
  /** The database is read-only, because it follows another server. */
  isStandby?: boolean;
  /** A fault in its pages; null or absent: none is known. */
  damage?: InputError | null;
}

/**
 * An open database with the latest schema. Every failure is an InputError with the place and the remedy,
 * except that of a refused row in SQLite.
 */
export interface OpenDatabase {
  dialect: 'sqlite' | 'postgres';
  /** The full path, or the URL without its password: for messages and logs. */
  place: string;
  /** Whether opening it made the tables. */
  isNew: boolean;
  /** Waits while other processes write. Writes are on the disk when the call returns. */
  db: Kysely<Schema>;
  /**
   * For callers that must not wait: it throws while another process writes. A power cut may undo its last
   * writes.
   */
  swift: Kysely<Schema>;
  /** @param db `swift`, or one of its connections */
  head(db: Kysely<Schema>): Promise<KeyHead>;
  /** Copies everything into a new file. @returns the number of keys */
  backup(target: string): Promise<number>;
  /** Calls `wake` after every change of a key or a project, and when there may have been one. */
  listen?(wake: () => void): void;
  close(): Promise<void>;
}
