import type { OpenDatabase } from '../../../database/schema/open-database.js';

/** How many attempts of a kind are allowed. */
export interface AttemptLimit {
  /** The name of the limit in the table. */
  kind: string;
  limit: number;
  /** The window begins with the first attempt. */
  window_ms: number;
}

/** An attempt that was counted. */
export interface CountedAttempt {
  /** Includes this attempt. */
  count: number;
  until_ms: number;
  /** When the attempt before was; null: this is the first of its window. */
  previous_ms: number | null;
}

/** Counts of attempts in the database, so that a restart forgets none. */
export class AttemptStore {
  readonly #database: OpenDatabase;

  constructor(database: OpenDatabase) {
    this.#database = database;
  }

  /** Counts an attempt in one statement: of many at once each gets its own number. */
  async count(
    { kind, window_ms }: AttemptLimit,
    subject: string,
    now_ms = Date.now(),
  ): Promise<CountedAttempt> {
    const before = await this.#database.db
      .selectFrom('attempts')
      .select(['last_ms', 'until_ms'])
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .executeTakeFirst();
    const { count, until_ms } = await this.#database.db
      .insertInto('attempts')
      .values({ kind, subject, count: 1, until_ms: now_ms + window_ms, last_ms: now_ms })
      .onConflict((there) =>
        there.columns(['kind', 'subject']).doUpdateSet((own) => ({
          count: own
            .case()
            .when('attempts.until_ms', '<=', now_ms)
            .then(1)
            .else(own('attempts.count', '+', 1))
            .end(),
          until_ms: own
            .case()
            .when('attempts.until_ms', '<=', now_ms)
            .then(now_ms + window_ms)
            .else(own.ref('attempts.until_ms'))
            .end(),
          last_ms: now_ms,
        })),
      )
      .returning(['count', 'until_ms'])
      .executeTakeFirstOrThrow();
    const isFirst = before === undefined || Number(before.until_ms) <= now_ms;
    return {
      count: Number(count),
      until_ms: Number(until_ms),
      previous_ms: isFirst ? null : Number(before.last_ms),
    };
  }

  /**
   * Counts an attempt if the limit allows one more.
   * @returns seconds to wait if it does not; then nothing is counted
   */
  async take(limit: AttemptLimit, subject: string, now_ms = Date.now()): Promise<number | null> {
    const { count, until_ms } = await this.count(limit, subject, now_ms);
    if (count <= limit.limit) return null;
    await this.giveBack(limit, subject);
    return Math.max(1, Math.ceil((until_ms - now_ms) / 1000));
  }

  /** Takes back an attempt that was right, or was refused. */
  async giveBack({ kind }: AttemptLimit, subject: string): Promise<void> {
    await this.#database.db
      .updateTable('attempts')
      .set((own) => ({ count: own('count', '-', 1) }))
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('count', '>', 0)
      .execute();
  }

  /** Removes counts whose windows are over. */
  async thin(now_ms: number): Promise<void> {
    await this.#database.db.deleteFrom('attempts').where('until_ms', '<', now_ms).execute();
  }
}
