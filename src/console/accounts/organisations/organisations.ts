import { randomText } from '../../../keys/key-token.js';
import { isAlreadyThere } from '../../../database/open-database.js';
import type { OpenDatabase } from '../../../database/schema/open-database.js';
import type { Member, Organisation, Role } from '../../api/project-data.js';
import type { Access, Person } from '../guards/access.js';
import { changesOf, type AuditLog } from '../guards/audit-log.js';
import { checkedPersonName } from '../guards/checked-fields.js';
import { conflict, ConsoleError, notFound } from '../guards/console-error.js';
import type { StoredSettings } from '../guards/stored-settings.js';
import { isoOf } from '../guards/stored-values.js';

const ID_CHARACTERS = 12;

/** The maximum number of organisations per person, so that nobody can fill the database. */
const ORGANISATIONS_MAX = 20;

interface Parts {
  database: OpenDatabase;
  access: Access;
  audit: AuditLog;
  settings: StoredSettings;
  /**
   * Requests per minute for all keys of an organisation that was not created by an operator; `null` for no
   * limit.
   */
  signUpRateLimit: number | null;
}

/** Organisations and their members. */
export class Organisations {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns a person's organisations, oldest first. */
  async list(person: Person): Promise<Organisation[]> {
    const roles = await this.#parts.access.rolesOf(person.id);
    if (roles.size === 0) return [];
    const rows = await this.#db
      .selectFrom('organisations')
      .select('id')
      .where('id', 'in', [...roles.keys()])
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return Promise.all(rows.map(({ id }) => this.#describe(id, roles.get(id) ?? null)));
  }

  async get(person: Person, id: string): Promise<Organisation> {
    const { role } = await this.#parts.access.organisation(person, id, 'viewer');
    return this.#describe(id, role);
  }

  /** If sign-up is by invitation, only people without an organisation may create one. */
  async create(person: Person, wanted: string): Promise<Organisation> {
    const roles = await this.#parts.access.rolesOf(person.id);
    const isOpen = person.isOperator || (await this.#parts.settings.isSignUpOpen());
    if (!isOpen && roles.size > 0)
      throw new ConsoleError('forbidden', 'Only an operator can create further organisations here.', {
        reason: 'operator_needed',
      });
    if (roles.size >= ORGANISATIONS_MAX)
      throw conflict('too_many', `A person may belong to at most ${ORGANISATIONS_MAX} organisations.`);
    const name = checkedPersonName(wanted);
    // If the person is not an operator, all keys of the new organisation share a limit.
    const limit = person.isOperator ? null : this.#parts.signUpRateLimit;
    const id = await this.insert(name, person.id, limit);
    await this.#parts.audit.by(person, 'organisation.created', { organisationId: id, target: { id, name } });
    return this.#describe(id, 'owner');
  }

  /** @returns the organisation's id */
  async insert(name: string, ownerId: string, total_rate_limit: number | null): Promise<string> {
    const id = `org_${randomText(ID_CHARACTERS)}`;
    const now = Date.now();
    await this.#db.transaction().execute(async (db) => {
      await db
        .insertInto('organisations')
        .values({ id, name, total_rate_limit, created_at: now, needs_second_factor: 0 })
        .execute();
      await db
        .insertInto('members')
        .values({ organisation_id: id, account_id: ownerId, role: 'owner', joined_at: now })
        .execute();
    });
    return id;
  }

  async change(
    person: Person,
    id: string,
    wanted: { name?: string; needs_second_factor?: boolean },
  ): Promise<Organisation> {
    const { role, row } = await this.#parts.access.organisation(person, id, 'owner');
    const name = wanted.name === undefined ? row.name : checkedPersonName(wanted.name);
    const needs = wanted.needs_second_factor ?? row.needs_second_factor === 1;
    if (needs && !person.hasSecondFactor)
      throw conflict('second_factor_first', 'Set up a second factor for yourself first.');
    await this.#db
      .updateTable('organisations')
      .set({ name, needs_second_factor: Number(needs) })
      .where('id', '=', id)
      .execute();
    await this.#parts.audit.by(person, 'organisation.changed', {
      organisationId: id,
      target: { id, name },
      details: changesOf(
        { name: row.name, needs_second_factor: row.needs_second_factor === 1 },
        { name, needs_second_factor: needs },
      ),
    });
    return this.#describe(id, role);
  }

  /**
   * Refuses to remove an organisation with active projects, because their keys would keep working without
   * anyone being able to see them.
   */
  async remove(person: Person, id: string): Promise<void> {
    const { row } = await this.#parts.access.organisation(person, id, 'owner');
    const project = await this.#db
      .selectFrom('projects')
      .select('id')
      .where('organisation_id', '=', id)
      .where('archived_at', 'is', null)
      .executeTakeFirst();
    if (project !== undefined)
      throw conflict('has_projects', 'Archive the projects of the organisation first.');
    await this.#parts.audit.by(person, 'organisation.deleted', {
      organisationId: id,
      target: { id, name: row.name },
    });
    await this.#db.deleteFrom('organisations').where('id', '=', id).execute();
  }

  async members(person: Person, id: string): Promise<Member[]> {
    await this.#parts.access.organisation(person, id, 'viewer');
    return this.#members(id);
  }

  /** @returns `false` if the account is already a member */
  async join(organisationId: string, accountId: string, role: Role): Promise<boolean> {
    try {
      await this.#db
        .insertInto('members')
        .values({ organisation_id: organisationId, account_id: accountId, role, joined_at: Date.now() })
        .execute();
      return true;
    } catch (error) {
      if (isAlreadyThere(error)) return false;
      throw error;
    }
  }

  async setRole(person: Person, id: string, accountId: string, role: Role): Promise<Member> {
    await this.#parts.access.organisation(person, id, 'owner');
    const member = await this.#changeMember(id, accountId, role);
    const target = { id: accountId, name: member.name };
    const details = changesOf({ role: member.role }, { role });
    await this.#parts.audit.by(person, 'member.changed', { organisationId: id, target, details });
    return { ...member, role };
  }

  /** Removes a member. Any member may leave. */
  async removeMember(person: Person, id: string, accountId: string): Promise<void> {
    await this.#parts.access.organisation(person, id, accountId === person.id ? 'viewer' : 'owner');
    const { name } = await this.#changeMember(id, accountId, null);
    await this.#parts.audit.by(person, 'member.removed', {
      organisationId: id,
      target: { id: accountId, name },
    });
  }

  /**
   * Changes a role in one transaction, because two owners may demote each other to viewers at the same
   * moment.
   * @param role `null` if the member leaves
   * @returns the member before the change
   */
  async #changeMember(id: string, accountId: string, role: Role | null): Promise<Member> {
    const member = (await this.#members(id)).find((one) => one.account_id === accountId);
    if (member === undefined) throw notFound('member');
    await this.#db.transaction().execute(async (db) => {
      // This update also locks the organisation, so that other changes wait for this one.
      await db.updateTable('organisations').set({ id }).where('id', '=', id).execute();
      const owners = await db
        .selectFrom('members')
        .select('account_id')
        .where('organisation_id', '=', id)
        .where('role', '=', 'owner')
        .execute();
      if (role !== 'owner' && owners.length === 1 && owners[0].account_id === accountId)
        throw conflict('last_owner', 'An organisation needs at least one owner.');
      const change = role === null ? db.deleteFrom('members') : db.updateTable('members').set({ role });
      await (change as ReturnType<typeof db.deleteFrom<'members'>>)
        .where('organisation_id', '=', id)
        .where('account_id', '=', accountId)
        .execute();
    });
    return member;
  }

  async #members(id: string): Promise<Member[]> {
    const rows = await this.#db
      .selectFrom('members')
      .innerJoin('accounts', 'accounts.id', 'members.account_id')
      .select(['accounts.id', 'accounts.name', 'accounts.email', 'members.role', 'members.joined_at'])
      .where('members.organisation_id', '=', id)
      .orderBy('members.joined_at')
      .orderBy('accounts.id')
      .execute();
    return rows.map((row) => ({
      account_id: row.id,
      name: row.name,
      email: row.email,
      role: row.role as Role,
      joined_at: isoOf(row.joined_at),
    }));
  }

  async #describe(id: string, role: Role | null): Promise<Organisation> {
    const row = await this.#db
      .selectFrom('organisations')
      .selectAll()
      .select((own) => [
        own
          .selectFrom('members')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where('members.organisation_id', '=', id)
          .as('members'),
        own
          .selectFrom('projects')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where('projects.organisation_id', '=', id)
          .where('projects.archived_at', 'is', null)
          .as('projects'),
      ])
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) throw notFound('organisation');
    return {
      id,
      name: row.name,
      needs_second_factor: row.needs_second_factor === 1,
      role,
      members: Number(row.members),
      projects: Number(row.projects),
      created_at: isoOf(row.created_at),
    };
  }

  get #db(): OpenDatabase['db'] {
    return this.#parts.database.db;
  }
}
