import { Surroundings } from '../../../geocoding/describe/surroundings.js';
import type { PlaceIndex } from '../../../geocoding/geocoding-index.js';

/**
 * Prepares everything that addresses and sentences need before the first request for one: a step between two
 * requests.
 */
export function warmSoon({ parts }: PlaceIndex): void {
  const steps = stepsOf(parts);
  const next = (): void => {
    if (steps.next().done !== true) setImmediate(next).unref();
  };
  setImmediate(next).unref();
}

function* stepsOf(parts: PlaceIndex['parts']): Generator<void> {
  for (const part of parts) {
    try {
      // Areas are those of the map.
      if (part === parts[0]) yield* part.ground.withLexicon();
      yield* Surroundings.of(part).made();
    } catch {
      // The dataset lacks something. A request for a sentence reports that.
    }
  }
}
