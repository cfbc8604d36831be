import { servedPath } from '../src/dataset/dataset-folder.js';
import { collectGarbage } from './collect-garbage.js';
import { targetsOf, type RequestKind } from './http-targets.js';
import type { LoadGenerator } from './load-generator.js';
import { answeredTargets, requestsOf, type ServerProcess } from './server-process.js';

/**
 * Hands the requests of each kind to the generator, under the name of the kind.
 * This process keeps none of them.
 * @param dataset folder of the dataset, or null for canned answers
 * @returns the average size of an answer, in bytes, for each kind
 */
export async function keepTargets(
  generator: LoadGenerator,
  kinds: readonly RequestKind[],
  server: ServerProcess,
  dataset: string | null,
): Promise<Map<RequestKind, number>> {
  const sizes = new Map<RequestKind, number>();
  const targets = await targetsOf(dataset === null ? null : servedPath(dataset));
  for (const kind of kinds) {
    const { answered, size } = await answeredTargets(targets[kind], server);
    targets[kind] = [];
    await generator.keep(kind, requestsOf(answered, server));
    sizes.set(kind, size);
  }
  collectGarbage();
  return sizes;
}
