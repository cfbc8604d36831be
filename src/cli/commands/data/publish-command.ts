import { Command } from 'commander';
import { join } from 'node:path';
import { servedPath } from '../../../dataset/dataset-folder.js';
import { withFolderLock } from '../../../dataset/folder-lock.js';
import { publish, type Published } from '../../../dataset-feed/publish.js';
import { InputError } from '../../../errors.js';
import { PLACE_SETTINGS, readDatasetPlace } from '../../settings/dataset-place.js';
import { print } from '../../terminal/output.js';
import { addSettingFlags, readSetting, type SettingFlags } from '../../settings/settings.js';

interface PublishFlags extends SettingFlags {
  to: string;
  name: string;
  gzip?: boolean;
  layers: boolean;
  rollback?: boolean;
  edition?: string;
  json?: boolean;
}

/** `gazarch publish --to DIR` */
export function publishCommand(): Command {
  return addSettingFlags(
    new Command('publish').description(
      'write the served dataset and a manifest for a web server; replicas follow automatically',
    ),
    [...PLACE_SETTINGS, 'keepDatasets'],
  )
    .requiredOption('--to <dir>', 'folder that a web server or an object store publishes')
    .option('--name <name>', 'the manifest is <name>.json', 'mongolia')
    .option('--gzip', 'also write a compressed copy, which replicas download instead')
    .option('--no-layers', 'leave out the layers with your own places')
    .option('--rollback', 'let replicas go back to the earlier edition with the same bytes')
    .option('--edition <number>', 'number of the edition (default: the highest so far plus one)')
    .option('--json', 'print the result as JSON')
    .action(async (flags: PublishFlags) => {
      const { folder } = readDatasetPlace(flags, process.env);
      const keep = readSetting('keepDatasets', flags, process.env);
      const path = servedPath(folder);
      const published = await withFolderLock(folder, `publication to ${flags.to}`, () =>
        publish({
          path,
          to: flags.to,
          name: nameFrom(flags.name),
          gzip: flags.gzip === true,
          withoutLayers: !flags.layers,
          rollback: flags.rollback === true,
          edition: flags.edition === undefined ? null : editionFrom(flags.edition),
          keep,
        }),
      );
      print(flags.json === true ? JSON.stringify({ to: flags.to, ...published }) : textOf(flags, published));
    });
}

function textOf({ to }: PublishFlags, { manifest, isNew, upload, removed }: Published): string {
  const size = (bytes: number): string => `${bytes.toLocaleString('en')} bytes`;
  const packed = manifest.gzip === undefined ? '' : `, packed ${size(manifest.gzip.bytes)}`;
  const what = `edition ${manifest.edition}${manifest.rollback === true ? ' (a rollback)' : ''}`;
  if (!isNew) return `${to}: ${what} is already published; nothing to do`;
  return [
    `${to}: ${what}, ${size(manifest.bytes)}${packed}`,
    'Upload in this order, the manifest last:',
    ...upload.map((file, i) => `  ${i + 1}. ${join(to, file)}`),
    ...(removed.length === 0 ? [] : [`Removed old files: ${removed.join(', ')}`]),
  ].join('\n');
}

function nameFrom(text: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(text))
    throw new InputError(
      `--name is "${text}"; it must consist of letters, digits, dots, - and _, such as mongolia`,
    );
  return text;
}

function editionFrom(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InputError(`--edition is "${text}"; it must be a whole number such as 12`);
  return Number(text);
}
