import { InputError } from '../../../errors.js';
import { copyKeys, type CopyResult } from '../../../keys/copy-keys.js';
import type { WholeKeyStore } from '../../../keys/key-store.js';
import { databaseName, openKeyStore } from '../../terminal/open-key-store.js';
import { print, printWarning } from '../../terminal/output.js';
import { checkSetting, unknownSettings } from '../../settings/settings.js';

export interface CopyFlags {
  from: string;
  to: string;
  json?: boolean;
}

/** `gazarch keys copy`: moves a deployment from one database to another. The first one is only read. */
export async function copyKeysAndPrint(flags: CopyFlags): Promise<void> {
  unknownSettings(process.env).forEach(printWarning);
  const from = checkSetting('database', '--from', flags.from);
  const to = checkSetting('database', '--to', flags.to);
  if (databaseName(from) === databaseName(to))
    throw new InputError(`--from and --to name the same key database ${databaseName(to)}`);
  const source = await openKeyStore(from, { mustExist: true, warn: printWarning });
  try {
    const target = await openKeyStore(to, { mustExist: false, warn: printWarning });
    try {
      report(await copyKeys(source, target), source, target, flags.json === true);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function report(result: CopyResult, source: WholeKeyStore, target: WholeKeyStore, isJson: boolean): void {
  const { copied, revoked, present } = result;
  if (isJson) {
    print(JSON.stringify({ from: source.place, to: target.place, made: target.isNew, ...result }));
    return;
  }
  print(
    `${keys(copied)} copied from ${source.place} to ${target.place}` +
      `${target.isNew ? ' (newly made)' : ''}; ${present} ${present === 1 ? 'was' : 'were'} there already` +
      `${revoked > 0 ? `, of which ${revoked} ${revoked === 1 ? 'is' : 'are'} revoked now` : ''}.`,
  );
}

function keys(count: number): string {
  return count === 1 ? '1 key was' : `${count} keys were`;
}
