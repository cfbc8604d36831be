import { MarkedError } from '../../errors.js';

/** What can go wrong with pieces: a short stable word, for programs that say it in their own language. */
export type OfflineReason =
  /** No answer, or one that breaks off. To ask again goes on where it ended. */
  | 'network'
  /** There is no such manifest or piece at the address. */
  | 'not_found'
  /** The bytes are not those that the manifest promises, or it is no manifest. */
  | 'damaged'
  /** Another version of gazarch wrote them. */
  | 'other_version'
  /** The disk, or what the browser allows of it, is full. */
  | 'quota'
  /** This browser or page may not keep anything: it needs https or localhost. */
  | 'no_storage'
  /** A part that was asked for is not among the pieces. */
  | 'no_part'
  /** Another tab of this page downloads or removes the same data just now. */
  | 'busy'
  /** It was closed before it could answer. */
  | 'closed';

/** A failure of pieces, with the remedy in its message. What was kept before is as it was. */
export class OfflineError extends MarkedError {
  static override readonly mark = 'OfflineError';

  readonly reason: OfflineReason;

  constructor(reason: OfflineReason, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.reason = reason;
  }
}
