import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { OpenDatabase } from '../../../database/schema/open-database.js';

/**
 * Moves the secret out of the database, so that a copy of the database alone cannot decrypt second factors.
 * Either everything is re-encrypted with the new secret, or nothing is.
 * @param secrets the secret in the database, and the new one
 */
export function moveSecret(
  { db }: OpenDatabase,
  { stored, secret }: { stored: string; secret: string },
): Promise<void> {
  return db.transaction().execute(async (all) => {
    const again = async (data: string): Promise<string> =>
      symmetricEncrypt({ key: secret, data: await symmetricDecrypt({ key: stored, data }) });
    const rows =
      stored === secret ? [] : await all.selectFrom('account_second_factors').selectAll().execute();
    for (const row of rows)
      await all
        .updateTable('account_second_factors')
        .set({ secret: await again(row.secret), backup_codes: await again(row.backup_codes) })
        .where('id', '=', row.id)
        .execute();
    await all.deleteFrom('console_settings').where('name', '=', 'secret').execute();
  });
}
