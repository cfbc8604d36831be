import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { servedPath } from '../../src/dataset/dataset-folder.js';
import { runImport } from '../../src/importer/run-import.js';
import { tinyMap } from '../cli/tiny-map.js';

/** The bytes of a real dataset with one place and one road. */
export async function tinyDataset(folder: string, name: string): Promise<Buffer> {
  mkdirSync(folder, { recursive: true });
  const source = join(folder, `${name}.osm`);
  writeFileSync(source, tinyMap(name));
  const out = join(folder, name);
  const request = { sources: [source], out, mapping: null, force: true, generator: 'test' };
  await runImport(request, { onProgress: () => undefined });
  return readFileSync(servedPath(out));
}
