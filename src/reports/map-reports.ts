import type { OpenDatabase } from '../database/schema/open-database.js';
import type { ReportRow } from '../database/schema/report-schema.js';

/** The kinds of mistakes that people can report. */
export const REPORT_KINDS = ['place', 'road', 'other'] as const;

/** The maximum length of each text field, in characters. */
export const REPORT_MAX = { text: 500, place_id: 100, place_name: 200, asked: 1_000 } as const;

/**
 * The maximum number of reports waiting for an operator. Further reports are rejected until an operator has
 * handled some of the waiting ones.
 */
const MOST_REPORTS = 1_000;

export type NewReport = Omit<ReportRow, 'id' | 'own_name' | 'created_at'>;

/** Stores reports of map mistakes in the same database as the keys. */
export class MapReports {
  readonly #db: OpenDatabase['db'];

  constructor({ db }: Pick<OpenDatabase, 'db'>) {
    this.#db = db;
  }

  /** @returns false if too many reports are already waiting */
  async add(report: NewReport, now_ms: number): Promise<boolean> {
    const { rows } = await this.#db
      .selectFrom('map_reports')
      .select(({ fn }) => fn.countAll().as('rows'))
      .executeTakeFirstOrThrow();
    if (Number(rows) >= MOST_REPORTS) return false;
    const row = { ...report, own_name: null, created_at: now_ms };
    await this.#db
      .insertInto('map_reports')
      .values(row as ReportRow)
      .execute();
    return true;
  }

  /** Returns all reports, newest first. PostgreSQL returns large numbers as strings. */
  async list(): Promise<ReportRow[]> {
    const rows = await this.#db.selectFrom('map_reports').selectAll().orderBy('id', 'desc').execute();
    return rows.map((row) => ({ ...row, id: Number(row.id), created_at: Number(row.created_at) }));
  }

  async setOwnName(id: number, own_name: string): Promise<void> {
    await this.#db.updateTable('map_reports').set({ own_name }).where('id', '=', id).execute();
  }

  async remove(id: number): Promise<void> {
    await this.#db.deleteFrom('map_reports').where('id', '=', id).execute();
  }
}
