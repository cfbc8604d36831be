import { checkedTotal } from '../../../keys/change-project.js';
import type { OpenDatabase } from '../../../database/schema/open-database.js';
import type { OperatorAccount, OperatorProject } from '../../api/operator-contract.js';
import type { KeyStore } from '../../../keys/key-store.js';
import type { Person } from '../guards/access.js';
import { accountOf, type Accounts } from '../people/accounts.js';
import { changesOf, type AuditLog } from '../guards/audit-log.js';
import type { StoredSettings } from '../guards/stored-settings.js';
import { notFound } from '../guards/console-error.js';
import type { OneTimeLinks } from '../people/one-time-links.js';
import type { ProjectUsage } from '../organisations/project-usage.js';
import type { Projects } from '../organisations/projects.js';
import { isoOf, isoOrNull } from '../guards/stored-values.js';

/** The maximum number of rows in a list that operators search. */
const ROWS_MAX = 500;

interface Parts {
  database: OpenDatabase;
  keys: KeyStore;
  accounts: Accounts;
  audit: AuditLog;
  links: OneTimeLinks;
  projects: Projects;
  settings: StoredSettings;
  usage: ProjectUsage;
}

/** The person who changes accounts or settings: an operator on a page, or a user of a command. */
type Actor = Pick<Person, 'address' | 'id'>;

/** The views and actions available to operators of the deployment, on the pages and on the command line. */
export class Operators {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns all projects, sorted by this month's requests, busiest first. */
  async projects(text = ''): Promise<OperatorProject[]> {
    const { keys, projects, usage } = this.#parts;
    const used = await usage.usedThisMonth();
    const byProject = new Map<string, number>();
    for (const { key } of await keys.list())
      byProject.set(key.projectId, (byProject.get(key.projectId) ?? 0) + (used.get(key.id) ?? 0));
    const wanted = text.trim().toLowerCase();
    return (await projects.listAll())
      .filter(({ id, name, organisation }) => contains([id, name, organisation?.name], wanted))
      .map((project) => ({ ...project, used: byProject.get(project.id) ?? 0 }))
      .sort((a, b) => b.used - a.used)
      .slice(0, ROWS_MAX);
  }

  /** @param limit requests per minute for all of the organisation's keys in total; `null` for no limit */
  async limitOrganisation(
    actor: Actor,
    id: string,
    limit: number | null,
  ): Promise<{ total_rate_limit: number | null }> {
    const total_rate_limit = checkedTotal(limit, 'all keys of an organisation');
    const { db } = this.#parts.database;
    const row = await db.transaction().execute(async (all) => {
      const found = await all.selectFrom('organisations').selectAll().where('id', '=', id).executeTakeFirst();
      await all.updateTable('organisations').set({ total_rate_limit }).where('id', '=', id).execute();
      return found;
    });
    if (row === undefined) throw notFound('organisation');
    await this.#parts.audit.by(actor, 'organisation.changed', {
      organisationId: id,
      target: { id, name: row.name },
      details: changesOf({ total_rate_limit: row.total_rate_limit }, { total_rate_limit }),
    });
    return { total_rate_limit };
  }

  async openSignUp(actor: Actor, isOpen: boolean): Promise<{ open: boolean }> {
    await this.#parts.settings.openSignUp(isOpen);
    await this.#parts.audit.by(actor, isOpen ? 'sign_up.opened' : 'sign_up.closed', {});
    return { open: isOpen };
  }

  /** Returns the accounts, newest first. */
  async accounts(text = ''): Promise<OperatorAccount[]> {
    const wanted = text.trim().toLowerCase();
    const rows = await this.#parts.database.db
      .selectFrom('accounts')
      .selectAll()
      .orderBy('created_at', 'desc')
      .execute();
    const found = rows
      .filter(({ name, email }) => contains([name.toLowerCase(), email], wanted))
      .slice(0, ROWS_MAX);
    return Promise.all(found.map((row) => this.account(row.id)));
  }

  async account(id: string): Promise<OperatorAccount> {
    const { database, accounts } = this.#parts;
    const row = await accounts.find(id);
    if (row === null) throw notFound('account');
    const organisations = await database.db
      .selectFrom('members')
      .innerJoin('organisations', 'organisations.id', 'members.organisation_id')
      .select(['organisations.id', 'organisations.name', 'members.role'])
      .where('members.account_id', '=', id)
      .execute();
    const sessions = await database.db
      .selectFrom('account_sessions')
      .select('updated_at')
      .where('account_id', '=', id)
      .execute();
    const seen = sessions.map(({ updated_at }) => isoOf(updated_at)).sort();
    return {
      ...accountOf(row, (await accounts.passwordOf(id)) !== null),
      closed_at: isoOrNull(row.closed_at),
      last_seen_at: seen.at(-1) ?? null,
      organisations,
    };
  }

  async changeAccount(
    actor: Actor,
    id: string,
    change: { is_operator?: boolean; closed?: boolean },
  ): Promise<OperatorAccount> {
    const before = await this.account(id);
    const { accounts, audit } = this.#parts;
    const target = { id, name: before.name };
    if (change.is_operator !== undefined && change.is_operator !== before.is_operator) {
      await accounts.setOperator(id, change.is_operator);
      await audit.by(actor, change.is_operator ? 'operator.added' : 'operator.removed', { target });
    }
    if (change.closed !== undefined && change.closed !== (before.closed_at !== null)) {
      await accounts.setClosed(id, change.closed);
      await audit.by(actor, change.closed ? 'account.closed' : 'account.opened', { target });
    }
    return this.account(id);
  }

  /** Creates a link for choosing a new password, which the operator delivers by hand. */
  async resetLink(actor: Actor, id: string): Promise<{ link: string; expires_at: string }> {
    const account = await this.account(id);
    const link = await this.#parts.links.make({ kind: 'reset', email: account.email, accountId: id });
    await this.#parts.audit.by(actor, 'reset_link.made', { target: { id, name: account.name } });
    return { link: link.url, expires_at: link.expiresAt.toISOString() };
  }

  /** Removes a person's second factor, after the person has lost it and has proved their identity. */
  async removeSecondFactor(actor: Actor, id: string): Promise<OperatorAccount> {
    const { name } = await this.account(id);
    await this.#parts.accounts.removeSecondFactor(id);
    await this.#parts.audit.by(actor, 'second_factor.removed', { target: { id, name } });
    return this.account(id);
  }

  async remove(actor: Actor, id: string): Promise<void> {
    const account = await this.account(id);
    await this.#parts.accounts.remove(account);
    await this.#parts.audit.by(actor, 'account.deleted', { target: { id } });
  }
}

function contains(texts: readonly (string | undefined)[], wanted: string): boolean {
  return wanted === '' || texts.some((text) => text !== undefined && text.toLowerCase().includes(wanted));
}
