import { dirname } from 'node:path';
import { Command } from 'commander';
import { isPostgresUrl } from '../../../database/postgres/postgres-url.js';
import { datasetPlace } from '../../settings/dataset-place.js';
import { print } from '../../terminal/output.js';
import { addSettingFlags, readSettings, type SettingFlags, type Settings } from '../../settings/settings.js';
import { datasetFolder, room, servedBytes, writable } from './doctor-data.js';
import { failureOf, warning, type Finding } from './doctor-finding.js';
import { descriptors, memory, ports, versions } from './doctor-machine.js';
import { engines, feed } from './doctor-sources.js';
import { database, keyCopy, limits, locks, reports, unfound } from './doctor-stores.js';
import { needsDataset } from '../data/needs-dataset.js';

const MARKS = { ok: 'ok     ', warning: 'warning', failure: 'failure' } as const;

/** `gazarch doctor [--json] [the flags of serve]` */
export function doctorCommand(): Command {
  return addSettingFlags(
    new Command('doctor').description(
      'find problems that keep "gazarch serve" from working, and say how to fix them',
    ),
  )
    .option('--json', 'print the result as JSON')
    .action(async ({ json, ...flags }: SettingFlags & { json?: boolean }) => {
      const findings = await examine(flags);
      const isWell = findings.every(({ status }) => status !== 'failure');
      if (json === true) print(JSON.stringify({ ok: isWell, findings }, null, 2));
      else for (const finding of findings) print(lineOf(finding));
      process.exitCode = isWell ? 0 : 1;
    });
}

function lineOf({ status, check, found, remedy }: Finding): string {
  return `${MARKS[status]}  ${check}: ${found}${remedy === undefined ? '' : `; ${remedy}`}`;
}

/** Returns all findings, in the order in which a service would encounter them. */
async function examine(flags: SettingFlags): Promise<Finding[]> {
  const findings: Finding[] = [versions(), descriptors()];
  let settings: Settings;
  try {
    const unknown = (text: string): void =>
      void findings.push(warning('settings', text, 'correct or remove the variable'));
    settings = readSettings(flags, process.env, unknown);
  } catch (error) {
    return [...findings, failureOf('settings', error, 'see docs/settings.md')];
  }
  const { folder, url } = datasetPlace(settings);
  const isNeeded = needsDataset(settings);
  const bytes = isNeeded ? servedBytes(folder) : 0;
  findings.push(memory(settings, settings.mapDataset === 'off' ? bytes : 0), ...(await ports(settings)));
  if (isNeeded) {
    const isFed = url !== null;
    findings.push(writable('folder', folder), ...datasetFolder(folder, isFed), room(folder, bytes));
    if (isFed) findings.push(...(await feed(url)));
  }
  if (!isPostgresUrl(settings.database)) findings.push(writable('keys', dirname(settings.database)));
  findings.push(
    ...(await database(settings)),
    ...locks(settings),
    ...keyCopy(settings, folder),
    ...unfound(settings),
  );
  findings.push(...reports(settings));
  findings.push(...(await limits(settings)), ...(await engines(settings)));
  return findings;
}
