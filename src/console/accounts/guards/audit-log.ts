import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import type { AuditAction, AuditEntry, AuditPage } from '../../api/operator-contract.js';
import type { OpenDatabase } from '../../../database/schema/open-database.js';
import { isoOf } from './stored-values.js';

/** An entry of the audit log. The action names never change: `docs/accounts.md` lists them. */
export interface AuditNote {
  action: AuditAction;
  accountId?: string | null;
  organisationId?: string | null;
  projectId?: string | null;
  target?: { id: string; name?: string | null } | null;
  details?: Record<string, string | number | boolean | null>;
  address?: string | null;
}

/** Returns the old and new values of the fields that differ. Never pass a secret to this function. */
export function changesOf(before: object, after: object): NonNullable<AuditNote['details']> {
  const details: NonNullable<AuditNote['details']> = {};
  for (const [field, value] of Object.entries(after)) {
    const [was, is] = [plain((before as Record<string, unknown>)[field]), plain(value)];
    if (is === undefined || was === is) continue;
    details[field] = is;
    if (was !== undefined) details[`${field}_before`] = was;
  }
  return details;
}

function plain(value: unknown): string | number | boolean | null | undefined {
  if (value === undefined || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.join(' ');
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string' ? value : null;
}

/** Returns the name of the machine's user who runs the command. */
function shellActor(): string {
  try {
    return `shell:${userInfo().username}`;
  } catch {
    // In a container, the user may have no name.
    return `shell:${process.getuid?.() ?? ''}`;
  }
}

const CSV_COLUMNS = [
  ...(['time', 'action', 'account_id', 'account_name', 'actor', 'address', 'organisation_id'] as const),
  ...(['project_id', 'target_id', 'target_name', 'details'] as const),
];
const CSV_ROWS = 1_000;

/**
 * Puts a quote before the text of a cell that a spreadsheet would read as a formula, so that the cell stays
 * text.
 */
function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const PAGE = 50;
const DAY_MS = 86_400_000;

/** Entries are kept as long as daily counts. */
const AUDIT_KEPT_DAYS = 400;

export class AuditLog {
  readonly #database: OpenDatabase;
  #last_ms = 0;

  constructor(database: OpenDatabase) {
    this.#database = database;
  }

  async note(note: AuditNote): Promise<void> {
    // Two entries in the same millisecond keep their order within this process.
    const time = Math.max(Date.now(), this.#last_ms + 1);
    this.#last_ms = time;
    const row = {
      id: `${time.toString(36).padStart(10, '0')}${randomBytes(6).toString('hex')}`,
      time,
      action: note.action,
      // An action without an account id comes from a command on the machine.
      account_id: note.accountId || null,
      actor: note.accountId === '' ? shellActor() : await this.#nameOf(note.accountId ?? null),
      organisation_id: note.organisationId ?? null,
      project_id: note.projectId ?? null,
      target_id: note.target?.id ?? null,
      target_name: note.target?.name ?? null,
      details: JSON.stringify(note.details ?? {}),
      address: note.address || null,
    };
    await this.#database.db.insertInto('audit_log').values(row).execute();
  }

  /** Returns an account's current name, which may change later. */
  async #nameOf(accountId: string | null): Promise<string | null> {
    if (accountId === null) return null;
    const row = await this.#database.db
      .selectFrom('accounts')
      .select('name')
      .where('id', '=', accountId)
      .executeTakeFirst();
    return row?.name ?? null;
  }

  /** Records an action by a person, or by a command on the machine. */
  by(
    { id, address }: { id: string; address: string },
    action: AuditAction,
    what: Omit<AuditNote, 'action' | 'accountId' | 'address'>,
  ): Promise<void> {
    return this.note({ action, accountId: id, address, ...what });
  }

  /** Returns a page of 50 entries, newest first. */
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

  /** Returns the whole log, or an organisation's part, oldest first, as pieces of CSV (RFC 4180). */
  async *csv(organisationId?: string): AsyncGenerator<string> {
    yield `${CSV_COLUMNS.join(',')}\r\n`;
    for (let after = ''; ;) {
      let query = this.#database.db
        .selectFrom('audit_log')
        .leftJoin('accounts', 'accounts.id', 'audit_log.account_id')
        .selectAll('audit_log')
        .select('accounts.name as account_name')
        .where('audit_log.id', '>', after)
        .orderBy('audit_log.id')
        .limit(CSV_ROWS);
      if (organisationId !== undefined) query = query.where('audit_log.organisation_id', '=', organisationId);
      const rows = await query.execute();
      yield rows
        .map((row) => CSV_COLUMNS.map((column) => csvCell(column === 'time' ? isoOf(row.time) : row[column])))
        .map((cells) => `${cells.join(',')}\r\n`)
        .join('');
      if (rows.length < CSV_ROWS) return;
      after = rows.at(-1)!.id;
    }
  }

  /** Removes entries that are too old to keep. */
  async thin(now_ms: number): Promise<void> {
    await this.#database.db
      .deleteFrom('audit_log')
      .where('time', '<', now_ms - AUDIT_KEPT_DAYS * DAY_MS)
      .execute();
  }
}
