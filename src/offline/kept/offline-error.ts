import { MarkedError } from '../../errors.js';

/** Reasons of failures with pieces: short stable words, for programs that say them in their own language. */
export type OfflineReason =
  /** No answer, or one that breaks off. The next attempt continues where it ended. */
  | 'network'
  /** The address has no such manifest or piece. */
  | 'not_found'
  /** The bytes do not match the manifest, or it is not a manifest. */
  | 'damaged'
  /** Another version of gazarch wrote them. */
  | 'other_version'
  /** The disk, or the browser's share of it, is full. */
  | 'quota'
  /** This browser or page may not keep anything: it needs https or localhost. */
  | 'no_storage'
  /** A requested part is not among the pieces. */
  | 'no_part'
  /** Another tab of this page is downloading or removing the same data. */
  | 'busy'
  /** It was closed before it could answer. */
  | 'closed';

/** A failure with pieces; its message has the remedy. Kept data stay as they were. */
export class OfflineError extends MarkedError {
  static override readonly mark = 'OfflineError';

  readonly reason: OfflineReason;

  constructor(reason: OfflineReason, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.reason = reason;
  }
}
