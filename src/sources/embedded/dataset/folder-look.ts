import { olderDatasets, servedDataset, type DatasetFile } from '../../../dataset/dataset-folder.js';
import { layersState } from '../../../dataset/layers/layer-folder.js';
import { fileIdentity, type FileIdentity } from '../../../dataset/read-dataset.js';
import { InputError } from '../../../errors.js';

/** Reads the current content of the dataset folder. */

/**
 * If the folder cannot be read, behaves as if there were no layers; the refusal of the dataset reports the
 * problem.
 */
export function stateOfLayers(folder: string): string {
  try {
    return layersState(folder);
  } catch {
    return '';
  }
}

/** @throws InputError if there is no dataset to serve, or its file is missing */
export function servedFile(folder: string): { file: DatasetFile; identity: FileIdentity } {
  const file = servedDataset(folder);
  if (file === null) throw new InputError(`there is no dataset in ${folder} anymore; import it again`);
  // A file may disappear between two reads when the pointer moves. The second read then finds the new file.
  const again = fileIdentity(file.path) === null ? servedDataset(folder) : file;
  const identity = again === null ? null : fileIdentity(again.path);
  if (again === null || identity === null) {
    throw new InputError(
      `the dataset ${file.path} is missing; restore it, import it again or go back with "gazarch rollback"`,
    );
  }
  return { file: again, identity };
}

export function olderOnes(folder: string, refused: DatasetFile | null): DatasetFile[] {
  try {
    return olderDatasets(folder, refused);
  } catch {
    // The dataset's refusal reports that the folder cannot be read.
    return [];
  }
}
