import type { Kysely } from 'kysely';
import type { KeySchema } from '../database/schema/key-schema.js';
import type { KeyQuota } from './key-store.js';

/** `KeyStore.quotas` in any database. A revoked key counts for its project, as it was used this month. */
export async function readQuotas(db: Kysely<KeySchema>): Promise<KeyQuota[]> {
  const projects = await db
    .selectFrom('projects')
    .select(['id', 'monthly_quota'])
    .where('quota_refuses', '=', 1)
    .where('monthly_quota', 'is not', null)
    .where('archived_at', 'is', null)
    .execute();
  const keys = await db
    .selectFrom('api_keys')
    .select(['id', 'monthly_quota'])
    .where('quota_refuses', '=', 1)
    .where('monthly_quota', 'is not', null)
    .where('revoked_at', 'is', null)
    .execute();
  const quotas = keys.map(({ id, monthly_quota }) => ({ id, keyIds: [id], quota: monthly_quota! }));
  for (const { id, monthly_quota } of projects) {
    const own = await db.selectFrom('api_keys').select('id').where('project_id', '=', id).execute();
    quotas.push({ id, keyIds: own.map((key) => key.id), quota: monthly_quota! });
  }
  return quotas;
}
