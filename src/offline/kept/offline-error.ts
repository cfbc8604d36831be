import { MarkedError } from '../../errors.js';

/**
 * Why an operation on pieces failed, as short, stable codes for programs that show the reason in their own
 * language.
 */
export type OfflineReason =
  /**
   * No response was received, or the response was interrupted. The next attempt resumes where the download
   * stopped.
   */
  | 'network'
  /** The URL does not lead to a manifest or piece. */
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

/** The error for a failed operation on pieces; its message states the remedy. Stored data stay unchanged. */
export class OfflineError extends MarkedError {
  static override readonly mark = 'OfflineError';

  readonly reason: OfflineReason;

  constructor(reason: OfflineReason, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.reason = reason;
  }
}
