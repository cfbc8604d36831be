import { nounOf } from '../../../counted.js';
import { withFolderLock, type FolderLock } from '../../../dataset/folder-lock.js';
import { servedDataset } from '../../../dataset/dataset-folder.js';
import { InputError } from '../../../errors.js';
import { addLayer, type AddSummary } from '../../../importer/add-layer.js';
import { readMapping } from '../../../importer/collect/property-tags.js';
import { layerNameOf } from '../../../importer/collect/read-own-places.js';
import { print, printWarning, sayWait } from '../../terminal/output.js';
import { noteLayer } from '../../terminal/shell-audit.js';
import { layerFigures } from './layer-figures.js';
import { checkFile } from '../../terminal/check-file.js';

/**
 * The maximum number of omitted rows to list individually. Any further omitted rows are only counted, by
 * reason.
 */
const NAMED = 20;

export interface AddLayerFlags {
  layer?: string;
  map?: string;
  json?: boolean;
  /** The database whose audit log records the change. */
  database: string;
}

/** `gazarch import --add FILE [--layer NAME]` */
export async function addLayerAndPrint(file: string, folder: string, flags: AddLayerFlags): Promise<void> {
  const started = performance.now();
  checkFile(file);
  const layer = flags.layer ?? layerNameOf(file);
  if (layer === null)
    throw new InputError(`${file} does not provide a layer name; set one with --layer NAME`);
  const mapping = flags.map === undefined ? null : readMapping(flags.map);
  const add = async (lock: FolderLock): Promise<AddSummary> => {
    const before = layerFigures(folder, layer);
    const added = addLayer(lock, { path: file, layer, mapping });
    await noteLayer(flags.database, layer, { before, after: layerFigures(folder, layer) });
    return added;
  };
  const summary = await withFolderLock(folder, `own places from ${file}`, add, { onWait: sayWait });
  if (servedDataset(folder) === null)
    printWarning(
      `there is no map in ${folder} yet; your own places become searchable after you import a map`,
    );
  summary.warnings.forEach(printWarning);
  const took_ms = performance.now() - started;
  if (flags.json === true) print(JSON.stringify({ folder, took_ms, ...summary }));
  else print(summaryText(folder, file, summary, took_ms));
}

function summaryText(folder: string, file: string, summary: AddSummary, took_ms: number): string {
  const { layer, places, added, changed, removed, unchanged, closed, left_out, notes } = summary;
  const noun = nounOf(places, 'place');
  const changes = [
    `${count(added)} new`,
    `${count(changed)} changed`,
    `${count(removed)} removed`,
    `${count(unchanged)} unchanged`,
  ];
  return [
    `${folder}: layer ${layer} has ${count(places)} ${noun} (${changes.join(', ')})`,
    `  source    ${file}`,
    ...(closed > 0 ? [`  closed    ${count(closed)}, not searchable`] : []),
    ...leftOutLines(left_out),
    ...notes.map((note) => `  note      ${note}`),
    `  ids       own:${layer}:ID; a running service picks them up within seconds`,
    `  took      ${(took_ms / 1000).toFixed(1)} s`,
  ].join('\n');
}

function leftOutLines(leftOut: AddSummary['left_out']): string[] {
  const lines = leftOut
    .slice(0, NAMED)
    .map(({ where, name, reason }) => `  left out  ${where}${name === null ? '' : ` (${name})`}: ${reason}`);
  const more = leftOut.length - NAMED;
  return more > 0 ? [...lines, `  left out  ${count(more)} more; --json lists all of them`] : lines;
}

function count(value: number): string {
  return value.toLocaleString('en');
}
