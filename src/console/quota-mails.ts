import type { OpenDatabase } from '../database/schema/open-database.js';
import type { KeyStore } from '../keys/key-store.js';
import type { ProjectUsage } from './accounts/organisations/project-usage.js';
import { languageOf } from './accounts/guards/stored-values.js';
import { mailOf } from './mail/mail-texts.js';
import type { Mailer } from './mail/mailer.js';

/** The percentages of a monthly quota at which people are notified. */
const PERCENTS = [80, 100] as const;

interface Parts {
  database: OpenDatabase;
  keys: KeyStore;
  usage: ProjectUsage;
  mailer: Mailer;
}

interface Quota {
  /** The project's or key's id. */
  id: string;
  what: string;
  projectId: string;
  organisationId: string | null;
  used: number;
  quota: number;
  refuses: boolean;
}

/** Notifies owners when a project or a key approaches its monthly quota: once per percentage and month. */
export class QuotaMails {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async send(): Promise<void> {
    const month = this.#parts.usage.monthName();
    for (const quota of await this.#quotas()) {
      const reached = PERCENTS.filter((percent) => quota.used * 100 >= quota.quota * percent);
      const news = await this.#note(quota.id, month, reached);
      // If several percentages were exceeded since the last check, people are notified only of the highest
      // one.
      const percent = news.at(-1);
      if (percent !== undefined) await this.#tell(quota, percent);
    }
  }

  async #quotas(): Promise<Quota[]> {
    const { keys, usage } = this.#parts;
    const [projects, stored, used] = await Promise.all([keys.projects(), keys.list(), usage.usedThisMonth()]);
    const byId = new Map(projects.map((project) => [project.id, project]));
    const byProject = new Map<string, number>();
    const quotas: Quota[] = [];
    for (const { key } of stored) {
      const own = used.get(key.id) ?? 0;
      byProject.set(key.projectId, (byProject.get(key.projectId) ?? 0) + own);
      const project = byId.get(key.projectId);
      if (key.monthlyQuota === null || key.revokedAt !== null || project === undefined) continue;
      quotas.push({
        id: key.id,
        what: `${project.name} / ${key.name}`,
        projectId: project.id,
        organisationId: project.organisationId,
        used: own,
        quota: key.monthlyQuota,
        refuses: key.quotaRefuses,
      });
    }
    for (const project of projects)
      if (project.monthlyQuota !== null && project.archivedAt === null)
        quotas.push({
          id: project.id,
          what: project.name,
          projectId: project.id,
          organisationId: project.organisationId,
          used: byProject.get(project.id) ?? 0,
          quota: project.monthlyQuota,
          refuses: project.quotaRefuses,
        });
    return quotas;
  }

  /**
   * @returns the percentages that were not recorded before: if several consoles run, only one sends the email
   */
  async #note(id: string, month: string, percents: readonly number[]): Promise<number[]> {
    const news: number[] = [];
    for (const percent of percents) {
      const { numInsertedOrUpdatedRows } = await this.#parts.database.db
        .insertInto('quota_mails')
        .values({ target_id: id, month, percent })
        .onConflict((there) => there.columns(['target_id', 'month', 'percent']).doNothing())
        .executeTakeFirst();
      if (Number(numInsertedOrUpdatedRows) > 0) news.push(percent);
    }
    return news;
  }

  /** Notifies the organisation's owners, or the operators if the project has no organisation. */
  async #tell(quota: Quota, percent: number): Promise<void> {
    const { db } = this.#parts.database;
    const { organisationId } = quota;
    const people =
      organisationId === null
        ? await db
            .selectFrom('accounts')
            .select(['email', 'language'])
            .where('is_operator', '=', 1)
            .where('closed_at', 'is', null)
            .execute()
        : await db
            .selectFrom('members')
            .innerJoin('accounts', 'accounts.id', 'members.account_id')
            .select(['accounts.email', 'accounts.language'])
            .where('members.organisation_id', '=', organisationId)
            .where('members.role', '=', 'owner')
            .where('accounts.closed_at', 'is', null)
            .execute();
    for (const { email, language } of people)
      this.#parts.mailer.post(
        mailOf('quota', { email, language: languageOf(language) }, { ...quota, percent }),
      );
  }
}
