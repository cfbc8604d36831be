import { Command } from 'commander';
import { nounOf } from '../../../counted.js';
import { servedPath } from '../../../dataset/dataset-folder.js';
import { partOf, readDataset } from '../../../dataset/read-dataset.js';
import { layerNames } from '../../../dataset/layers/layer-folder.js';
import { InputError } from '../../../errors.js';
import { postgresParameterFault } from '../../../database/postgres/postgres-url.js';
import { maskUrl } from '../../../masked-url.js';
import { DEFAULT_SCHEMA, isIdentifier, isView } from '../../../sources/postgis-address.js';
import type { ExportReport } from '../../../sources/postgis/export-schema.js';
import { exportTo, keyOwnNames } from '../../../sources/postgis/run-export.js';
import { PLACE_SETTINGS, readDatasetPlace } from '../../settings/dataset-place.js';
import { print, printWarning } from '../../terminal/output.js';
import { ProgressPrinter } from '../../terminal/progress.js';
import { addSettingFlags, type SettingFlags } from '../../settings/settings.js';
import { exportOfflineCommand } from './export-offline-command.js';

interface ExportFlags extends SettingFlags {
  to: string;
  schema: string;
  own?: string;
  ownNames?: boolean;
  json?: boolean;
}

/** `gazarch export postgis --to postgres://…` */
export function exportCommand(): Command {
  const postgis = addSettingFlags(
    new Command('postgis').description("write the dataset's places into a PostgreSQL schema with PostGIS"),
    PLACE_SETTINGS,
  )
    .requiredOption(
      '--to <url>',
      'the database: postgres://USER@HOST/DATABASE; the password is read from PGPASSWORD',
    )
    .option('--schema <name>', 'the schema; an existing one with this name is replaced', DEFAULT_SCHEMA)
    .option('--own <schema.view>', 'a view of your own places, whose names become searchable')
    .option('--own-names', 'only make new names in the view --own searchable')
    .option('--json', 'print the result as JSON')
    .action(async (flags: ExportFlags) => {
      const target = targetFrom(flags);
      if (flags.ownNames === true) {
        if (target.own === null) throw new InputError('--own-names needs --own, the view with the names');
        const names = await keyOwnNames({ ...target, own: target.own });
        return print(
          flags.json === true ? JSON.stringify({ names }) : `${names} new names from ${target.own}`,
        );
      }
      const { folder } = readDatasetPlace(flags, process.env);
      const sections = readDataset(servedPath(folder));
      const layers = layerNames(folder);
      if (layers.length > 0)
        printWarning(
          `the layers ${layers.join(', ')} are not exported; for PostGIS, keep your own places in a view ` +
            '(--own)',
        );
      const progress = new ProgressPrinter(process.stderr);
      const from_ms = performance.now();
      const report = await exportTo(partOf(sections, 'geocoding'), {
        ...target,
        metaText: Buffer.from((sections['meta/json'] as Uint8Array | undefined) ?? []).toString(),
        onProgress: (phase, done, total) =>
          progress.onProgress('export', phase, total === 0 ? 1 : done / total),
      }).finally(() => progress.clear());
      const took_ms = Math.round(performance.now() - from_ms);
      print(flags.json === true ? JSON.stringify({ ...report, took_ms }) : textOf(flags, report, took_ms));
    });
  return new Command('export')
    .description('write the dataset for other programs')
    .addCommand(postgis)
    .addCommand(exportOfflineCommand());
}

function targetFrom({ to, schema, own }: ExportFlags): { url: string; schema: string; own: string | null } {
  if (!/^postgres(ql)?:\/\/[^/]*\/[^/?]+/.test(to))
    throw new InputError(`--to is "${maskUrl(to)}"; it must be postgres://USER@HOST/DATABASE`);
  const fault = postgresParameterFault(to);
  if (fault !== null) throw new InputError(`--to is "${maskUrl(to)}"; ${fault}`);
  if (!isIdentifier(schema))
    throw new InputError(
      `--schema is "${schema}"; it must consist of lowercase letters, digits and _, such as gazarch`,
    );
  if (own !== undefined && !isView(own))
    throw new InputError(`--own is "${own}"; it must be a schema and a view, such as company.places`);
  return { url: to, schema, own: own ?? null };
}

function textOf({ to, schema }: ExportFlags, report: ExportReport, took_ms: number): string {
  const { places, names, shapes, ownNames } = report;
  const count = (value: number, noun: string): string =>
    `${value.toLocaleString('en')} ${nounOf(value, noun)}`;
  const own = ownNames > 0 ? `, ${count(ownNames, 'name')} of your own` : '';
  return (
    `${maskUrl(to)}, schema ${schema}: ${count(places, 'place')}, ${count(names, 'name')}, ` +
    `${count(shapes, 'shape')}${own}, in ${(took_ms / 1000).toFixed(1)} s`
  );
}
