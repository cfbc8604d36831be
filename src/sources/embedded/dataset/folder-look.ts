import { olderDatasets, servedDataset, type DatasetFile } from '../../../dataset/dataset-folder.js';
import { layersState } from '../../../dataset/layers/layer-folder.js';
import { fileIdentity, type FileIdentity } from '../../../dataset/read-dataset.js';
import { InputError } from '../../../errors.js';

/** The present content of the dataset folder. */

/**
 * Acts as if there were no dataset when the folder cannot be read; the refusal of the dataset reports that.
 */
export function stateOfLayers(folder: string): string {
  try {
    return layersState(folder);
  } catch {
    return '';
  }
}

/** @throws InputError if there is no dataset to serve, or its file is gone */
export function servedFile(folder: string): { file: DatasetFile; identity: FileIdentity } {
  const file = servedDataset(folder);
  if (file === null) throw new InputError(`there is no dataset in ${folder} any more; import it again`);
  // A file may vanish between two looks when the pointer moves. The second look then finds the new one.
  const again = fileIdentity(file.path) === null ? servedDataset(folder) : file;
  const identity = again === null ? null : fileIdentity(again.path);
  if (again === null || identity === null) {
    throw new InputError(
      `the dataset ${file.path} is gone; put it back, import it again or go back with "gazarch rollback"`,
    );
  }
  return { file: again, identity };
}

export function olderOnes(folder: string, refused: DatasetFile | null): DatasetFile[] {
  try {
    return olderDatasets(folder, refused);
  } catch {
    // The refusal reports that the folder cannot be read.
    return [];
  }
}
