import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { DATASET_FILE } from '../../dataset/format.js';
import { rollbackDataset } from '../../dataset/write-dataset.js';
import { InputError } from '../../errors.js';
import { figures } from '../../importer/guard.js';
import { verifyDataset } from '../../importer/verify-dataset.js';
import { readSetting } from '../terminal/settings.js';

/** `gazarch verify DIR` */
export function verifyCommand(): Command {
  return new Command('verify')
    .description('check a dataset: format, checksums, invariants, counts')
    .argument('<dir>', 'folder of the dataset, or one dataset file')
    .option('--json', 'print the result as JSON')
    .action((dir: string, flags: { json?: boolean }) => {
      const path = existsSync(dir) && statSync(dir).isDirectory() ? join(dir, DATASET_FILE) : dir;
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

/** `gazarch rollback [--dataset DIR]` */
export function rollbackCommand(): Command {
  return new Command('rollback')
    .description('go back to the dataset before the last import; a running service follows by itself')
    .option('--dataset <dir>', 'folder of the dataset (default: GAZARCH_DATASET, else data/dataset)')
    .action((flags: { dataset?: string }) => {
      const folder = flags.dataset ?? readSetting('dataset', {}, process.env);
      if (!existsSync(folder)) throw new InputError(`${folder}: there is no such folder`);
      rollbackDataset(folder);
      console.log(`${folder}: back to the previous dataset; running rollback again undoes this`);
    });
}
