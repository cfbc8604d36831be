import { randomText } from '../../../keys/key-token.js';
import type { OpenDatabase } from '../../../database/schema/open-database.js';
import type { InvitationRow } from '../../../database/schema/console-schema.js';
import { mailOf } from '../../mail/mail-texts.js';
import type { Mailer } from '../../mail/mailer.js';
import type { Language } from '../../api/account-data.js';
import type { Invitation, InvitationPreview, MadeInvitation, Role } from '../../api/project-data.js';
import type { Access, Person } from '../guards/access.js';
import type { Accounts } from './accounts.js';
import type { AuditLog } from '../guards/audit-log.js';
import { checkedEmail } from '../guards/checked-fields.js';
import { conflict, linkInvalid, notFound } from '../guards/console-error.js';
import { LINK_LIFETIME_S, type OneTimeLinks } from './one-time-links.js';
import type { MailLimits } from '../guards/mail-limits.js';
import type { Organisations } from '../organisations/organisations.js';
import { isoOf } from '../guards/stored-values.js';

/**
 * The maximum number of open invitations per organisation, and of operators' open invitations to sign up:
 * each invitation may send an email.
 */
const OPEN_MAX = 100;

const ID_CHARACTERS = 12;

interface Parts {
  database: OpenDatabase;
  access: Access;
  accounts: Accounts;
  audit: AuditLog;
  links: OneTimeLinks;
  mailer: Mailer;
  mailLimits: MailLimits;
  organisations: Organisations;
}

/** Invitations to join an organisation, or only to sign up. */
export class Invitations {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Returns open invitations, newest first. @param organisationId `null` for invitations only to sign up, for
   * operators
   */
  async list(person: Person, organisationId: string | null): Promise<Invitation[]> {
    if (organisationId !== null) await this.#parts.access.organisation(person, organisationId, 'owner');
    const rows = await this.#open(organisationId);
    const names = await this.#namesOf(rows);
    return rows.map((row) => describe(row, names.get(row.invited_by ?? '') ?? null));
  }

  async create(
    person: Person,
    wanted: { organisationId: string | null; email: string; role: Role | null; language: Language },
  ): Promise<MadeInvitation> {
    const { organisationId, role, language } = wanted;
    const organisation =
      organisationId === null
        ? null
        : (await this.#parts.access.organisation(person, organisationId, 'owner')).row;
    const email = checkedEmail(wanted.email);
    await this.#refuseKnown(email, organisation?.id ?? null);
    await this.#parts.mailLimits.ask({
      ...{ kind: 'invitation', to: email, person: person.id || null, address: person.address },
      isOperator: person.isOperator,
    });
    const now = Date.now();
    const row: InvitationRow = {
      id: `inv_${randomText(ID_CHARACTERS)}`,
      organisation_id: organisation?.id ?? null,
      email,
      role,
      invited_by: person.id || null,
      created_at: now,
      expires_at: now + LINK_LIFETIME_S.invitation * 1000,
    };
    await this.#parts.database.db.insertInto('invitations').values(row).execute();
    const link = await this.#parts.links.make({ kind: 'invitation', email, invitationId: row.id });
    const values = { organisation: organisation?.name ?? null, by: person.name, url: link.url };
    const mail = mailOf('invitation', { email, language }, values);
    const wasMailed = await this.#parts.mailer.send(mail);
    if (!wasMailed) await this.#parts.links.noteUnsent(link.hash, link.token);
    await this.#parts.audit.by(person, 'invitation.created', {
      organisationId: row.organisation_id,
      target: { id: row.id, name: email },
      details: { role },
    });
    return { ...describe(row, person.name), was_mailed: wasMailed, link: wasMailed ? null : link.url };
  }

  async remove(person: Person, organisationId: string | null, id: string): Promise<void> {
    if (organisationId !== null) await this.#parts.access.organisation(person, organisationId, 'owner');
    const row = (await this.#open(organisationId)).find((one) => one.id === id);
    if (row === undefined) throw notFound('invitation');
    await this.#parts.database.db.deleteFrom('invitations').where('id', '=', id).execute();
    await this.#parts.audit.by(person, 'invitation.removed', {
      organisationId,
      target: { id, name: row.email },
    });
  }

  /** Returns the content of the link's page. @throws ConsoleError `link_invalid` */
  async preview(token: string): Promise<InvitationPreview> {
    const row = await this.find(token);
    const known = await this.#parts.accounts.findByEmail(row.email);
    return {
      organisation: await this.#organisationName(row.organisation_id),
      email: row.email,
      role: row.role as Role | null,
      expires_at: isoOf(row.expires_at),
      has_account: known !== null && Boolean(known.email_verified),
    };
  }

  /** @throws ConsoleError `link_invalid` */
  async find(token: string): Promise<InvitationRow> {
    const link = await this.#parts.links.look('invitation', token);
    const row = link === null ? undefined : await this.#row(link.invitation_id!);
    if (row === undefined) throw linkInvalid();
    return row;
  }

  /**
   * Uses up the link, for a person with the invited address.
   * @returns the organisation; `null` if the invitation was only to sign up
   */
  async accept(
    token: string,
    person: { id: string; name: string; email: string; address: string },
  ): Promise<string | null> {
    const row = await this.find(token);
    if (row.email !== person.email)
      throw conflict('other_address', 'The invitation is for another email address.');
    if ((await this.#parts.links.use('invitation', token)) === null) throw linkInvalid();
    await this.#parts.database.db.deleteFrom('invitations').where('id', '=', row.id).execute();
    if (row.organisation_id === null) return null;
    await this.#parts.organisations.join(row.organisation_id, person.id, row.role as Role);
    await this.#parts.audit.by(person, 'member.joined', {
      organisationId: row.organisation_id,
      target: { id: person.id, name: person.name },
      details: { role: row.role },
    });
    return row.organisation_id;
  }

  /** Whether someone with this address is invited, and may therefore also sign up through a provider. */
  async isInvited(email: string): Promise<boolean> {
    const row = await this.#parts.database.db
      .selectFrom('invitations')
      .select('id')
      .where('email', '=', email)
      .where('expires_at', '>', Date.now())
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Refuses to invite a person who is already a member. An open invitation for the same address is replaced
   * by the new one.
   */
  async #refuseKnown(email: string, organisationId: string | null): Promise<void> {
    const { accounts, access, database } = this.#parts;
    const open = await this.#open(organisationId);
    const same = open.find((one) => one.email === email);
    if (same !== undefined) await database.db.deleteFrom('invitations').where('id', '=', same.id).execute();
    else if (open.length >= OPEN_MAX)
      throw conflict('too_many', `There are ${OPEN_MAX} open invitations; remove some first.`);
    const known = await accounts.findByEmail(email);
    if (known === null || !known.email_verified) return;
    if (organisationId === null || (await access.roleIn(known.id, organisationId)) !== null)
      throw conflict('already_there', 'A person with this address is already a member.');
  }

  #open(organisationId: string | null): Promise<InvitationRow[]> {
    return this.#parts.database.db
      .selectFrom('invitations')
      .selectAll()
      .where('organisation_id', organisationId === null ? 'is' : '=', organisationId)
      .where('expires_at', '>', Date.now())
      .orderBy('created_at', 'desc')
      .execute();
  }

  async #row(id: string): Promise<InvitationRow | undefined> {
    return this.#parts.database.db
      .selectFrom('invitations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
  }

  async #organisationName(id: string | null): Promise<string | null> {
    if (id === null) return null;
    const row = await this.#parts.database.db
      .selectFrom('organisations')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.name ?? null;
  }

  /** Returns the names of the people who sent invitations, by id. */
  async #namesOf(rows: readonly InvitationRow[]): Promise<Map<string, string>> {
    const ids = [...new Set(rows.flatMap(({ invited_by }) => (invited_by === null ? [] : [invited_by])))];
    if (ids.length === 0) return new Map();
    const found = await this.#parts.database.db
      .selectFrom('accounts')
      .select(['id', 'name'])
      .where('id', 'in', ids)
      .execute();
    return new Map(found.map(({ id, name }) => [id, name]));
  }
}

function describe(row: InvitationRow, invitedBy: string | null): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role as Role | null,
    invited_by: invitedBy,
    created_at: isoOf(row.created_at),
    expires_at: isoOf(row.expires_at),
  };
}
