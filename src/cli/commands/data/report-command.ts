import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Command } from 'commander';
import { reasonOf } from '../../../dataset/write-error.js';
import { InputError } from '../../../errors.js';
import { FAULT_KINDS } from '../../../importer/report/fault.js';
import { findFaults } from '../../../importer/report/find-faults.js';
import { reportFiles } from '../../../importer/report/report-files.js';
import { print } from '../../terminal/output.js';
import { ProgressPrinter } from '../../terminal/progress.js';
import { checkFile } from '../../terminal/check-file.js';

/** `gazarch report FILES --out FOLDER` */
export function reportCommand(): Command {
  return new Command('report')
    .description('list errors in OSM data, with links to edit them')
    .argument('<files...>', 'files that can be imported, such as data/downloads/mongolia-latest.osm.pbf')
    .option('-o, --out <folder>', 'folder for report.html, faults.csv and faults.geojson', 'report')
    .option('--json', 'print the counts as JSON')
    .action(report);
}

async function report(files: string[], { out, json }: { out: string; json?: boolean }): Promise<void> {
  files.forEach(checkFile);
  const progress = new ProgressPrinter(process.stderr);
  const found = findFaults(files, (...step) => progress.onProgress(...step));
  const faults = await found.finally(() => progress.clear());
  const written = reportFiles(
    faults,
    files.map((file) => basename(file)),
  );
  try {
    mkdirSync(out, { recursive: true });
    for (const [name, text] of Object.entries(written)) writeFileSync(join(out, name), text);
  } catch (cause) {
    throw new InputError(`${out} cannot be written: ${reasonOf(cause)}; name another folder with --out`, {
      cause,
    });
  }
  const count = (kind: string): number => faults.filter((fault) => fault.kind === kind).length;
  const kinds = Object.entries(FAULT_KINDS);
  if (json === true)
    print(JSON.stringify({ out, faults: Object.fromEntries(kinds.map(([kind]) => [kind, count(kind)])) }));
  else {
    const lines = kinds.map(([kind, title]) => `${String(count(kind)).padStart(7)}  ${title}`);
    print([...lines, `${join(out, 'report.html')} lists the errors, with links to edit them`].join('\n'));
  }
}
