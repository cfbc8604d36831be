import { Gazarch, keptData } from '../client/client.js';
import type { Answerer, OfflineAnswer } from './kept/in-worker.js';
import type { OfflineManifest, OfflinePartName } from './kept/manifest.js';

/** The client over pieces that are open: the answers of `/v1` without a network. */
export class Offline extends Gazarch {
  readonly #answerer: Answerer;

  constructor(answerer: Answerer) {
    super({ transport: keptData(answerer) });
    this.#answerer = answerer;
  }

  get manifest(): OfflineManifest {
    return this.#answerer.manifest;
  }

  /** Those that are open. */
  get parts(): readonly OfflinePartName[] {
    return this.#answerer.parts;
  }

  /**
   * What the service would answer, byte for byte; only the id of a request is `offline`.
   * @param target such as `/v1/geocode?q=зоосан`
   */
  answer(target: string): Promise<OfflineAnswer> {
    return this.#answerer.answer(target);
  }

  /** Frees the memory. Ends the worker, if there is one. */
  close(): void {
    this.#answerer.close();
  }
}
