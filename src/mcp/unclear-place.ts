import { MarkedError } from '../errors.js';

/** A name that the assistant has to ask about. */
export class UnclearPlace extends MarkedError {
  static override readonly mark = 'UnclearPlace';

  /** The places that it may mean; empty: none on the map. */
  readonly candidates: readonly object[];

  constructor(message: string, candidates: readonly object[] = []) {
    super(message);
    this.candidates = candidates;
  }
}
