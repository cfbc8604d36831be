import { MarkedError } from '../../errors.js';

/**
 * Why an operation with pieces failed: short, stable words for programs that show the reason in their own
 * language.
 */
export type OfflineReason =
  /** There was no answer, or it was interrupted. The next attempt resumes from that point. */
  | 'network'
  /** There is no such manifest or piece at the URL. */
  | 'not_found'
  /** The bytes do not match the manifest, or the file is not a manifest. */
  | 'damaged'
  /** A different version of gazarch wrote the pieces. */
  | 'other_version'
  /** The disk, or the browser's share of it, is full. */
  | 'quota'
  /** This browser or page cannot store anything: storage requires https or localhost. */
  | 'no_storage'
  /** A requested part is not among the pieces. */
  | 'no_part'
  /** Another tab of this page is downloading or removing the same data. */
  | 'busy'
  /** The engine was closed before it could answer. */
  | 'closed';

/** A failed operation with pieces, whose message states the remedy. Stored data stay unchanged. */
export class OfflineError extends MarkedError {
  static override readonly mark = 'OfflineError';

  readonly reason: OfflineReason;

  constructor(reason: OfflineReason, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.reason = reason;
  }
}
