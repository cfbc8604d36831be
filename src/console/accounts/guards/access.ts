import type { OpenDatabase } from '../../../database/schema/open-database.js';
import type { OrganisationRow } from '../../../database/schema/console-schema.js';
import type { StoredKey } from '../../../keys/api-key.js';
import type { KeyStore } from '../../../keys/key-store.js';
import type { Project } from '../../../keys/project.js';
import type { Language } from '../../api/account-data.js';
import type { Role } from '../../api/project-data.js';
import { ConsoleError, notFound } from './console-error.js';

/** A signed-in person. */
export interface Person {
  id: string;
  name: string;
  email: string;
  language: Language;
  isOperator: boolean;
  sessionId: string;
  /** The address that this request comes from. */
  address: string;
  /** When the person last entered the password or used a passkey, in Unix milliseconds. */
  proved_ms: number;
  /** Whether the person has set up a second factor or a passkey. */
  hasSecondFactor: boolean;
}

/** The person who uses the command line on the machine: an operator without an account. */
export const OPERATOR_AT_SHELL: Person = {
  ...{ id: '', name: 'gazarch', email: '', language: 'en', sessionId: '', address: '' },
  isOperator: true,
  proved_ms: Number.POSITIVE_INFINITY,
  hasSecondFactor: true,
};

const RANK: Readonly<Record<Role, number>> = { viewer: 1, member: 2, owner: 3 };

export interface SeenOrganisation {
  row: OrganisationRow;
  role: Role | null;
}

export interface SeenProject {
  project: Project;
  role: Role | null;
}

export interface SeenKey extends SeenProject {
  stored: StoredKey;
}

/**
 * Decides what a person may see and do. A request for data that the person may not see is answered with 404,
 * and a forbidden action on visible data with 403. Operators may do everything that owners may, because they
 * could do it on the command line anyway.
 */
export class Access {
  readonly #database: OpenDatabase;
  readonly #keys: KeyStore;

  constructor(database: OpenDatabase, keys: KeyStore) {
    this.#database = database;
    this.#keys = keys;
  }

  async organisation(person: Person, id: string, needed: Role): Promise<SeenOrganisation> {
    const row = await this.#database.db
      .selectFrom('organisations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    const role = row === undefined ? null : await this.roleIn(person.id, id);
    if (row === undefined) throw notFound('organisation');
    check(person, role, needed, 'organisation');
    checkSecondFactor(person, row);
    return { row, role };
  }

  /** Archived projects are treated as deleted. */
  async project(person: Person, id: string, needed: Role): Promise<SeenProject> {
    const project = await this.#keys.project(id);
    if (project === null || project.archivedAt !== null) throw notFound('project');
    const { organisationId } = project;
    const role = organisationId === null ? null : await this.roleIn(person.id, organisationId);
    check(person, role, needed, 'project');
    if (organisationId !== null && !person.hasSecondFactor)
      checkSecondFactor(person, await this.#organisationRow(organisationId));
    return { project, role };
  }

  async key(person: Person, id: string, needed: Role): Promise<SeenKey> {
    const stored = await this.#keys.get(id);
    if (stored === null) throw notFound('key');
    try {
      return { stored, ...(await this.project(person, stored.key.projectId, needed)) };
    } catch (error) {
      if (ConsoleError.is(error) && error.code === 'not_found') throw notFound('key');
      throw error;
    }
  }

  async #organisationRow(id: string): Promise<OrganisationRow | undefined> {
    return this.#database.db.selectFrom('organisations').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** Returns `null` if the account is not a member of the organisation. */
  async roleIn(accountId: string, organisationId: string): Promise<Role | null> {
    const row = await this.#database.db
      .selectFrom('members')
      .select('role')
      .where('organisation_id', '=', organisationId)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    return (row?.role as Role | undefined) ?? null;
  }

  /** Returns the account's roles by organisation. */
  async rolesOf(accountId: string): Promise<Map<string, Role>> {
    const rows = await this.#database.db
      .selectFrom('members')
      .select(['organisation_id', 'role'])
      .where('account_id', '=', accountId)
      .execute();
    return new Map(rows.map((row) => [row.organisation_id, row.role as Role]));
  }
}

function checkSecondFactor(person: Person, row: OrganisationRow | undefined): void {
  if (row?.needs_second_factor === 1 && !person.hasSecondFactor)
    throw new ConsoleError('forbidden', 'This organisation requires a second factor; set one up first.', {
      reason: 'second_factor_needed',
    });
}

function check(person: Person, role: Role | null, needed: Role, what: string): void {
  if (person.isOperator) return;
  if (role === null) throw notFound(what);
  if (RANK[role] < RANK[needed])
    throw new ConsoleError('forbidden', `Only ${needed === 'owner' ? 'an owner' : 'a member'} may do this.`, {
      reason: `${needed}_needed`,
    });
}
