import { existsSync, statSync } from 'node:fs';
import { Command } from 'commander';
import { servedPath } from '../../../dataset/dataset-folder.js';
import { figures } from '../../../importer/guard.js';
import { verifyDataset } from '../../../importer/write/verify-dataset.js';
import { PLACE_SETTINGS, readDatasetPlace } from '../../settings/dataset-place.js';
import { addSettingFlags, type SettingFlags } from '../../settings/settings.js';

interface VerifyFlags extends SettingFlags {
  json?: boolean;
}

/** `gazarch verify [PATH]` */
export function verifyCommand(): Command {
  return addSettingFlags(
    new Command('verify')
      .description('check a dataset: format, checksums, invariants, counts')
      .argument('[path]', 'folder of datasets (the served dataset is checked), or a single dataset file'),
    PLACE_SETTINGS,
  )
    .option('--json', 'print the result as JSON')
    .action((given: string | undefined, flags: VerifyFlags) => {
      const { folder: place } = readDatasetPlace(
        { ...flags, dataset: given ?? flags['dataset'] },
        process.env,
      );
      const path = existsSync(place) && statSync(place).isDirectory() ? servedPath(place) : place;
      const { meta, sections, bytes } = verifyDataset(path);
      if (flags.json === true) {
        console.log(JSON.stringify({ path, ok: true, bytes, sections, meta }));
        return;
      }
      console.log(
        `${path}: ok, ${sections} sections, ${bytes.toLocaleString('en')} bytes, ` +
          `written by ${meta.generator}`,
      );
      for (const source of meta.sources)
        console.log(
          `  source    ${source.name}${source.timestamp === null ? '' : `, data of ${source.timestamp}`}`,
        );
      for (const [name, value] of Object.entries(figures(meta)))
        console.log(`  ${Math.round(value).toLocaleString('en').padStart(9)}  ${name}`);
    });
}
