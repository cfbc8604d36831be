import { SqliteDialect } from 'kysely';
import type { DatabaseConnection, Driver, QueryResult, CompiledQuery } from 'kysely';
import Database from 'libsql';
import { explain, isBusy } from './sqlite-errors.js';
import { fileIdentity, whenFree } from './sqlite-file.js';

/**
 * SQLite for who writes through kysely alone, beside other processes that write to the same file.
 *
 * Kysely's own driver runs a statement as it comes. When libsql finds the file locked then, the statement
 * stays half begun, and what the connection writes later is never committed. So every write here is within a
 * transaction that takes the lock first, and waits for it without stopping the process. Calls follow each
 * other on one connection. A file that was replaced is opened anew, and so is a connection that failed.
 */
export class PatientSqliteDialect extends SqliteDialect {
  readonly #path: string;

  /** @param path of a file that has its tables already */
  constructor(path: string) {
    super({ database: () => Promise.reject(new Error('the driver opens the file')) });
    this.#path = path;
  }

  override createDriver(): Driver {
    return new PatientDriver(this.#path);
  }
}

class PatientDriver implements Driver {
  readonly #path: string;
  #connection: Connection | null = null;
  /** Ends when nobody before has the connection any more. */
  #turn: Promise<void> = Promise.resolve();
  #giveBack: () => void = () => undefined;

  constructor(path: string) {
    this.#path = path;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#turn;
    let giveBack = (): void => undefined;
    this.#turn = new Promise((resolve) => (giveBack = resolve));
    await before;
    try {
      const identity = await fileIdentity(this.#path);
      if (this.#connection?.identity !== identity) this.#leave();
      this.#connection ??= new Connection(this.#path, identity);
    } catch (error) {
      giveBack();
      throw explain(error, this.#path);
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
  readonly #path: string;
  readonly #database: Database.Database;

  constructor(path: string, identity: string) {
    this.identity = identity;
    this.#path = path;
    this.#database = new Database(path);
    this.#database.exec('pragma foreign_keys = on');
  }

  async begin(): Promise<void> {
    await this.#guard(() => whenFree(() => this.#database.exec('begin immediate')));
  }

  end(how: 'commit' | 'rollback'): void {
    try {
      if (how === 'commit' || this.#database.inTransaction) this.#database.exec(how);
    } catch (error) {
      this.isBroken = true;
      throw explain(error, this.#path);
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#database.inTransaction || query.query.kind === 'SelectQueryNode')
      return this.#guard(() => this.#run<R>(query));
    await this.begin();
    try {
      const result = await this.#guard(() => this.#run<R>(query));
      this.end('commit');
      return result;
    } catch (error) {
      this.end('rollback');
      throw error;
    }
  }

  // eslint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('bug: nobody streams from this driver');
  }

  close(): void {
    try {
      // libsql closes the file later, when it collects its garbage. Until then nobody else could write.
      if (this.#database.inTransaction) this.#database.exec('rollback');
    } catch {
      // The disk is gone, or the transaction already is.
    }
    this.#database.close();
  }

  #run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.#database.prepare(sql);
    const values = parameters.map((value) => (value === undefined ? null : value));
    if (statement.reader) return { rows: statement.all(values) as R[] };
    const { changes } = statement.run(values);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  /** A refusal by a constraint leaves the connection as good as before. Nothing else does. */
  async #guard<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isBusy(error) || !isConstraint(error)) this.isBroken = true;
      throw explain(error, this.#path);
    }
  }
}

/** Whether a row was refused because its key is taken, or it names one that is not there. */
export function isConstraint(error: unknown): boolean {
  return error instanceof Database.SqliteError && /constraint/i.test(error.message);
}
