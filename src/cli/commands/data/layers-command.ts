import { Command } from 'commander';
import { nounOf } from '../../../counted.js';
import { withFolderLock, type FolderLock } from '../../../dataset/folder-lock.js';
import { layerNames, readLayer, removeLayer } from '../../../dataset/layers/layer-folder.js';
import type { Layer, LayerHead } from '../../../dataset/layers/layer-file.js';
import { PLACE_SETTINGS, readDatasetPlace } from '../../settings/dataset-place.js';
import { noteLayer } from '../../terminal/shell-audit.js';
import { layerFigures } from './layer-figures.js';
import {
  formatTable,
  print,
  printNote,
  printWarning,
  sayErrorsInOneLine,
  sayWait,
} from '../../terminal/output.js';
import { addSettingFlags, readSetting, type SettingFlags } from '../../settings/settings.js';

type LayersFlags = SettingFlags & { json?: boolean };

/** `gazarch layers list|remove`. Layers are added with `gazarch import --add`. */
export function layersCommand(): Command {
  const command = new Command('layers').description(
    'list and remove own places; "gazarch import --add FILE" adds them',
  );
  command.command('list').description('list all layers').action(listAndPrint);
  command
    .command('remove')
    .description('remove layers; a running service drops them within seconds')
    .argument('<name...>', 'names of layers')
    .action(removeAndPrint);
  for (const each of command.commands)
    addSettingFlags(each, [
      ...PLACE_SETTINGS,
      ...(each.name() === 'remove' ? (['database'] as const) : []),
    ]).option('--json', 'print JSON');
  return sayErrorsInOneLine(command);
}

function listAndPrint(flags: LayersFlags): void {
  const { folder } = readDatasetPlace(flags, process.env);
  const layers = layerNames(folder).flatMap((name) => headOf(folder, name) ?? []);
  if (flags.json === true) print(JSON.stringify(layers));
  else if (layers.length === 0) print(`There are no layers in ${folder}.`);
  else
    print(
      formatTable(
        ['layer', 'places', 'left out', 'source', 'written'],
        layers.map(({ name, places, left_out, source, written_at }) => [
          name,
          places.toLocaleString('en'),
          left_out.reduce((sum, { count }) => sum + count, 0).toLocaleString('en'),
          source.name,
          `${written_at.slice(0, 16).replace('T', ' ')} UTC`,
        ]),
      ),
    );
}

/** Returns a layer's head. An unreadable layer is reported, and the others are still listed. */
function headOf(folder: string, name: string): LayerHead | null {
  try {
    const head: Partial<Layer> = readLayer(folder, name);
    delete head.features;
    return head as LayerHead;
  } catch (error) {
    printWarning((error as Error).message);
    return null;
  }
}

async function removeAndPrint(names: readonly string[], flags: LayersFlags): Promise<void> {
  const { folder } = readDatasetPlace(flags, process.env);
  const removed = [...new Set(names)];
  const database = readSetting('database', flags, process.env);
  const remove = async (lock: FolderLock): Promise<void> => {
    for (const name of removed) {
      const before = layerFigures(folder, name);
      removeLayer(lock, name);
      await noteLayer(database, name, { before, after: null });
    }
  };
  const doing = `removal of layers ${removed.join(', ')}`;
  await withFolderLock(folder, doing, remove, { onWait: sayWait });
  if (flags.json === true) print(JSON.stringify({ removed }));
  else printNote(`${nounOf(removed.length, 'layer')} ${removed.join(', ')} removed`);
}
