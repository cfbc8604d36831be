import { Surroundings } from '../../../geocoding/describe/surroundings.js';
import type { PlaceIndex } from '../../../geocoding/geocoding-index.js';

/**
 * Prepares the data that addresses and sentences need, before they are first requested. Each step runs
 * between two requests.
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
      // Areas are part of the map, not of the own places.
      if (part === parts[0]) yield* part.ground.withLexicon();
      yield* Surroundings.of(part).made();
    } catch {
      // A section is missing from the dataset. A request for a sentence will report the missing section.
    }
  }
}
