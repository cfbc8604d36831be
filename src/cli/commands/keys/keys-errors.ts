import { openUsageDatabase } from '../../../database/open-usage-database.js';
import { InputError } from '../../../errors.js';
import { Calendar } from '../../../usage/calendar.js';
import { ERRORS_KEPT, type RequestError } from '../../../usage/request-errors.js';
import { SqlUsageStore } from '../../../usage/sql/sql-usage-store.js';
import { formatTable, print } from '../../terminal/output.js';
import { readSetting } from '../../settings/settings.js';
import { withStore, type KeysFlags } from './key-database.js';
import { unknownKey } from './key-text.js';

export interface ErrorsFlags extends KeysFlags {
  key?: string;
  request?: string;
}

/** `gazarch keys errors` prints the latest requests that were answered with an error, newest first. */
export async function printErrors(flags: ErrorsFlags): Promise<void> {
  const { key: id, request } = flags;
  if ((id === undefined) === (request === undefined))
    throw new InputError('specify a key with --key ID, or a request with --request ID');
  if (id !== undefined && (await withStore(flags, { mayBeMade: false }, (store) => store.get(id))) === null)
    unknownKey(id);
  const { database } = await openUsageDatabase(readSetting('database', { ...flags }, process.env), true);
  const store = new SqlUsageStore(database, new Calendar('UTC'));
  try {
    const keyIds = id === undefined ? undefined : [id];
    const errors = await store.errors({ keyIds, requestId: request, limit: ERRORS_KEPT });
    print(flags.json === true ? JSON.stringify(errors.map(toJson)) : textOf(errors, id));
  } finally {
    await store.close();
  }
}

function toJson(error: RequestError): Record<string, unknown> {
  const { keyId, time_ms, requestId, endpoint, status, code, reason, field } = error;
  return {
    time: new Date(time_ms),
    request_id: requestId,
    key_id: keyId === '' ? null : keyId,
    ...{ endpoint, status, code, reason, field },
  };
}

function textOf(errors: readonly RequestError[], key: string | undefined): string {
  if (errors.length === 0)
    return key === undefined
      ? 'This request is not among the latest errors; the last few seconds are not included yet.'
      : 'This key had no recent errors; the last few seconds are not included yet.';
  const header = ['TIME', 'REQUEST ID', 'KEY', 'ENDPOINT', 'STATUS', 'CODE', 'REASON', 'FIELD'];
  const rows = errors.map(({ keyId, time_ms, requestId, endpoint, status, code, reason, field }) => [
    ...[new Date(time_ms).toISOString(), requestId, keyId === '' ? '-' : keyId, endpoint, String(status)],
    ...[code, reason ?? '-', field ?? '-'],
  ]);
  return formatTable(header, rows);
}
