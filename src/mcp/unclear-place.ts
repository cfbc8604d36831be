import { MarkedError } from '../errors.js';

/** An ambiguous name that the assistant has to ask the user about. */
export class UnclearPlace extends MarkedError {
  static override readonly mark = 'UnclearPlace';

  /** The places that the name may refer to; empty if none is on the map. */
  readonly candidates: readonly object[];

  constructor(message: string, candidates: readonly object[] = []) {
    super(message);
    this.candidates = candidates;
  }
}
