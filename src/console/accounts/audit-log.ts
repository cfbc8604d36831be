import { randomBytes } from 'node:crypto';
import type { AuditAction, AuditEntry, AuditPage } from '../api/operator-contract.js';
import type { OpenDatabase } from '../../database/schema/open-database.js';
import { isoOf } from './stored-values.js';

/** What was done. The names of actions are stable: `docs/console.md` lists them. */
export interface AuditNote {
  action: AuditAction;
  accountId?: string | null;
  organisationId?: string | null;
  projectId?: string | null;
  target?: { id: string; name?: string | null } | null;
  details?: Record<string, string | number | boolean | null>;
  address?: string | null;
}

const PAGE = 50;
const DAY_MS = 86_400_000;

/** As long as counts of days are kept. */
const AUDIT_KEPT_DAYS = 400;

export class AuditLog {
  readonly #database: OpenDatabase;
  #last_ms = 0;

  constructor(database: OpenDatabase) {
    this.#database = database;
  }

  async note(note: AuditNote): Promise<void> {
    // Two notes of one millisecond keep their order within this process.
    const time = Math.max(Date.now(), this.#last_ms + 1);
    this.#last_ms = time;
    const row = {
      id: `${time.toString(36).padStart(10, '0')}${randomBytes(6).toString('hex')}`,
      time,
      action: note.action,
      // Without an id: by a command on the machine.
      account_id: note.accountId || null,
      organisation_id: note.organisationId ?? null,
      project_id: note.projectId ?? null,
      target_id: note.target?.id ?? null,
      target_name: note.target?.name ?? null,
      details: JSON.stringify(note.details ?? {}),
      address: note.address || null,
    };
    await this.#database.db.insertInto('audit_log').values(row).execute();
  }

  /** Notes what somebody did: a person, or a command on the machine. */
  by(
    { id, address }: { id: string; address: string },
    action: AuditAction,
    what: Omit<AuditNote, 'action' | 'accountId' | 'address'>,
  ): Promise<void> {
    return this.note({ action, accountId: id, address, ...what });
  }

  /** A page of 50, newest first. */
  async read(wanted: {
    organisationId?: string | undefined;
    action?: string | undefined;
    before?: string | undefined;
  }): Promise<AuditPage> {
    let query = this.#database.db
      .selectFrom('audit_log')
      .leftJoin('accounts', 'accounts.id', 'audit_log.account_id')
      .selectAll('audit_log')
      .select('accounts.name as account_name')
      .orderBy('audit_log.id', 'desc')
      .limit(PAGE + 1);
    if (wanted.organisationId !== undefined)
      query = query.where('audit_log.organisation_id', '=', wanted.organisationId);
    if (wanted.action !== undefined) query = query.where('audit_log.action', '=', wanted.action);
    if (wanted.before !== undefined) query = query.where('audit_log.id', '<', wanted.before);
    const rows = await query.execute();
    const entries = rows.slice(0, PAGE).map((row): AuditEntry => ({
      ...row,
      time: isoOf(row.time),
      action: row.action as AuditAction,
      details: JSON.parse(row.details) as AuditEntry['details'],
    }));
    return { entries, before: rows.length > PAGE ? entries[PAGE - 1].id : null };
  }

  /** Removes what is older than it is kept. */
  async thin(now_ms: number): Promise<void> {
    await this.#database.db
      .deleteFrom('audit_log')
      .where('time', '<', now_ms - AUDIT_KEPT_DAYS * DAY_MS)
      .execute();
  }
}
