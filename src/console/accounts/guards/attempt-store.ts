import type { OpenDatabase } from '../../../database/schema/open-database.js';

/** A limit on the number of attempts of one kind. */
export interface AttemptLimit {
  /** The limit's name in the table. */
  kind: string;
  limit: number;
  /** The length of the window, which begins with the first attempt. */
  window_ms: number;
}

/** An attempt that was counted. */
export interface CountedAttempt {
  /** The number of attempts, including this one. */
  count: number;
  until_ms: number;
  /** When the previous attempt was made; `null` for the first one in its window. */
  previous_ms: number | null;
}

/** Counts attempts in the database, so that the counts survive a restart. */
export class AttemptStore {
  readonly #database: OpenDatabase;

  constructor(database: OpenDatabase) {
    this.#database = database;
  }

  /** Counts an attempt in one statement, so that simultaneous attempts each get their own number. */
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
   * @returns the seconds to wait if the limit is reached, in which case nothing is counted
   */
  async take(limit: AttemptLimit, subject: string, now_ms = Date.now()): Promise<number | null> {
    const { count, until_ms } = await this.count(limit, subject, now_ms);
    if (count <= limit.limit) return null;
    await this.giveBack(limit, subject);
    return Math.max(1, Math.ceil((until_ms - now_ms) / 1000));
  }

  /** Cancels the count of an attempt that succeeded or was refused. */
  async giveBack({ kind }: AttemptLimit, subject: string): Promise<void> {
    await this.#database.db
      .updateTable('attempts')
      .set((own) => ({ count: own('count', '-', 1) }))
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('count', '>', 0)
      .execute();
  }

  /** Removes counts whose windows have ended. */
  async thin(now_ms: number): Promise<void> {
    await this.#database.db.deleteFrom('attempts').where('until_ms', '<', now_ms).execute();
  }
}
