import type { Kysely } from 'kysely';
import type { InputError } from '../../errors.js';
import type { ClosureSchema } from './closure-schema.js';
import type { ConsoleSchema } from './console-schema.js';
import type { ReportSchema } from './report-schema.js';
import type { ZoneSchema } from './zone-schema.js';

/** All tables except the usage tables. Usage data has its own database or its own connections. */
export interface Schema extends ConsoleSchema, ClosureSchema, ReportSchema, ZoneSchema {}

export interface OpenOptions {
  /** Whether to refuse to create a database, because a non-empty one must already exist. */
  mustExist: boolean;
  /**
   * Whether to delay any work until the first call, because another process has already created the tables
   * and the database may be unavailable now.
   */
  isLater?: boolean;
  /** The remedy that the error message suggests if there is no database. */
  remedy?: string | undefined;
  /** Called with problems that the operator should know about but the program cannot fix. */
  warn: (message: string) => void;
}

/** The state of the keys at one moment. */
export interface KeyHead {
  /** Changes when the file, the server, the database or the table is replaced. */
  identity: string;
  revision: number;
  hasKeys: boolean;
  /** Whether the database is read-only because it is a standby of another server. */
  isStandby?: boolean;
  /** Known damage in the database's pages; null or absent if none is known. */
  damage?: InputError | null;
}

/**
 * An open database with the latest schema. Every failure is an InputError with the location and the remedy,
 * except when SQLite refuses a row.
 */
export interface OpenDatabase {
  dialect: 'sqlite' | 'postgres';
  /** The full path, or the URL without its password, for messages and logs. */
  place: string;
  /** Whether opening the database created its tables. */
  isNew: boolean;
  /** Calls through this object wait while other processes write. A write is on disk when its call returns. */
  db: Kysely<Schema>;
  /**
   * For callers that must not wait: throws while another process writes. A power failure may undo the latest
   * writes.
   */
  swift: Kysely<Schema>;
  /** @param db `swift`, or one of its connections */
  head(db: Kysely<Schema>): Promise<KeyHead>;
  /** Copies everything into a new file. @returns the number of keys copied */
  backup(target: string): Promise<number>;
  /** Calls `wake` after every change to a key or project, and whenever a change may have been missed. */
  listen?(wake: () => void): void;
  close(): Promise<void>;
}
