import { SqliteDialect } from 'kysely';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import Database from 'libsql';
import { isBusy, isConstraint } from './sqlite-errors.js';
import { BUSY_TIMEOUT_MS, closeConnection, whenFree, type SqliteFile } from './sqlite-file.js';

export interface PatientOptions {
  /** The maximum time to wait while another process writes. */
  patience_ms?: number;
  /**
   * Whether a write is on disk when the call returns. Without this option, SQLite waits for the disk only
   * when it empties its log (every 1,000 pages), and a power failure may undo the latest writes.
   */
  isDurable?: boolean;
}

/**
 * A SQLite dialect for kysely that works while other processes write to the same file.
 *
 * Kysely's own driver runs each statement as soon as it is called. If libsql then finds the file locked, the
 * statement remains half executed, and the connection's later writes are never committed. Therefore, this
 * dialect puts every write in a transaction that first takes the lock, and waits for the lock without
 * blocking the process. All calls share one connection, which the first call opens, and run one after
 * another. If the file has been replaced or the connection has failed, a new connection is opened.
 */
export class PatientSqliteDialect extends SqliteDialect {
  readonly #driver: PatientDriver;

  constructor(file: SqliteFile, { patience_ms = BUSY_TIMEOUT_MS, isDurable = true }: PatientOptions = {}) {
    super({ database: () => Promise.reject(new Error('the driver opens the file')) });
    this.#driver = new PatientDriver(file, { patience_ms, isDurable });
  }

  /** The identity of the open file, which is valid while the caller holds the connection. */
  get identity(): string {
    return this.#driver.identity;
  }

  override createDriver(): Driver {
    return this.#driver;
  }
}

class PatientDriver implements Driver {
  readonly #file: SqliteFile;
  readonly #options: Required<PatientOptions>;
  #connection: Connection | null = null;
  /** Resolves when all earlier callers have released the connection. */
  #turn: Promise<void> = Promise.resolve();
  #giveBack: () => void = () => undefined;

  constructor(file: SqliteFile, options: Required<PatientOptions>) {
    this.#file = file;
    this.#options = options;
  }

  get identity(): string {
    return this.#connection?.identity ?? '';
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#turn;
    let giveBack = (): void => undefined;
    this.#turn = new Promise((resolve) => (giveBack = resolve));
    await before;
    try {
      const identity = await this.#file.ready();
      if (this.#connection?.identity !== identity) this.#leave();
      this.#connection ??= new Connection(this.#file, identity, this.#options);
    } catch (error) {
      this.#leave();
      giveBack();
      throw this.#file.explain(error);
    }
    this.#giveBack = giveBack;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    if (this.#connection?.isBroken === true) this.#leave();
    this.#giveBack();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as Connection).begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as Connection).end('commit');
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as Connection).end('rollback');
  }

  async destroy(): Promise<void> {
    await this.#turn;
    this.#connection?.emptyLog();
    this.#leave();
  }

  #leave(): void {
    this.#connection?.close();
    this.#connection = null;
  }
}

class Connection implements DatabaseConnection {
  readonly identity: string;
  isBroken = false;
  readonly #file: SqliteFile;
  readonly #patience_ms: number;
  readonly #database: Database.Database;

  constructor(file: SqliteFile, identity: string, { patience_ms, isDurable }: Required<PatientOptions>) {
    this.identity = identity;
    this.#file = file;
    this.#patience_ms = patience_ms;
    this.#database = new Database(file.path);
    this.#database.exec('pragma foreign_keys = on');
    if (!isDurable) this.#database.exec('pragma synchronous = normal');
  }

  async begin(): Promise<void> {
    await this.#guard(() => whenFree(() => this.#database.exec('begin immediate'), this.#patience_ms));
  }

  end(how: 'commit' | 'rollback'): void {
    try {
      if (how === 'commit' || this.#database.inTransaction) this.#database.exec(how);
    } catch (error) {
      this.isBroken = true;
      if (!isBusy(error)) this.#forgetInLog();
      throw this.#file.explain(error);
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#database.inTransaction) return this.#guard(() => this.#run<R>(query));
    if (query.query.kind === 'SelectQueryNode')
      return this.#guard(() => whenFree(() => this.#read<R>(query), this.#patience_ms));
    await this.begin();
    try {
      const result = await this.#guard(() => this.#run<R>(query));
      this.end('commit');
      return result;
    } catch (error) {
      if (this.#database.inTransaction) this.end('rollback');
      throw error;
    }
  }

  // eslint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('bug: nobody streams from this driver');
  }

  /** Moves the log (-wal) into the file, so that the file alone is a full copy when no process uses it. */
  emptyLog(): void {
    try {
      this.#database.prepare('pragma wal_checkpoint(passive)').all();
    } catch {
      // Another process is using the file, or the disk is unavailable. The next process that opens the file
      // reads the log.
    }
  }

  close(): void {
    closeConnection(this.#database);
  }

  /** Runs a read. A connection that found the file locked must not be used for writes. */
  #read<R>(query: CompiledQuery): QueryResult<R> {
    try {
      return this.#run<R>(query);
    } catch (error) {
      if (isBusy(error)) this.isBroken = true;
      throw error;
    }
  }

  #run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.#database.prepare(sql);
    const values = parameters.map((value) => (value === undefined ? null : value));
    if (statement.reader) return { rows: statement.all(values) as R[] };
    const { changes } = statement.run(values);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  /**
   * Drops the connection after a failure, unless a constraint refused the statement, because the connection
   * still works in that case.
   */
  async #guard<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isBusy(error) || !isConstraint(error)) this.isBroken = true;
      throw this.#file.explain(error);
    }
  }

  /**
   * Overwrites an unconfirmed write. If the disk does not confirm a write (fsync fails), the log already
   * contains the whole write, and the next process that opens the file would treat it as committed.
   * Therefore, another write, which changes nothing, replaces the failed write in the log.
   */
  #forgetInLog(): void {
    try {
      if (this.#database.inTransaction) this.#database.exec('rollback');
      this.#database.exec(`pragma user_version = ${this.#file.latest}`);
    } catch {
      // The replacement write does not need to be confirmed either. If the disk accepts no writes at all, it
      // did not accept the first write either.
    }
  }
}
