import type { ClosureList } from '../../../closures/closure-store.js';
import type { Refusal } from '../../../dataset/verified-files.js';
import type { KnownKeyRows } from '../../../keys/key-snapshot.js';
import type { CounterMessage, LedgerMessage } from '../../../limits/window-messages.js';
import type { WorkerFigures } from '../../../metrics/figures.js';
import type { ExampleRequests } from '../../../sources/embedded/example-requests.js';
import type { UnfoundSearch } from '../../../usage/unfound-searches.js';
import type { RequestError } from '../../../usage/request-errors.js';
import type { UsageMinute } from '../../../usage/usage-cells.js';
import type { MappedFileName } from '../../../sources/embedded/roads/road-files.js';
import type { RoadsWanted } from '../../../routing/current/roads-wanted.js';
import type { ZoneList } from '../../../zones/zone-store.js';
import type { Settings } from '../../settings/settings.js';

/**
 * Messages between the process that the user starts and its workers. `limits/window-messages.ts` contains the
 * messages about request counts.
 */

/** Messages from the process that the user starts to a worker. */
export type ToWorker =
  | { kind: 'start'; worker: number; settings: Settings; isFed: boolean }
  /** The socket is sent along with the message. */
  | { kind: 'connection'; connection: number }
  | { kind: 'refresh' }
  /** Whether newer published data was refused. */
  | { kind: 'newer'; isRefused: boolean }
  /**
   * All workers with connections have their dataset, so this worker may report that it is ready. It answers
   * with `opened`.
   */
  | { kind: 'open' }
  /** Checks whether the worker still answers. */
  | { kind: 'ask' }
  /** The worker keeps answering requests for this long, but reports "not ready". `stop` follows. */
  | { kind: 'drain'; drain_ms: number }
  /** The reply to `want_roads`; a `null` path means that the file cannot be created. */
  | { kind: 'roads'; request: number; path: string | null }
  /** The reply to `verify`; if the refusal is `null`, the file is intact. */
  | { kind: 'verified'; stamp: string; refusal: Refusal | null }
  /** A file that the worker may have mapped has become unreadable, and another dataset replaces it. */
  | { kind: 'give_up'; stamp: string; reason: string }
  /** The reply to `want_known`, in parts. */
  | { kind: 'last_known'; part: LastKnownPart }
  /** A road file that the worker may have mapped has become unreadable, and another one replaces it. */
  | { kind: 'roads_again' }
  | { kind: 'stop' }
  /** The worker's last counts have arrived, so it may exit. */
  | { kind: 'usage_taken' }
  /** The keys and projects that have used up their monthly quota, until the month ends. */
  | { kind: 'used_up'; ids: string[]; ends_ms: number }
  | CounterMessage;

/** A worker has opened a dataset file and waits until its bytes are verified. */
export interface WantsVerified {
  kind: 'verify';
  path: string;
  stamp: string;
}

/** A worker requests a file with a dataset's roads. */
export interface WantsRoads {
  kind: 'want_roads';
  request: number;
  dataset: MappedFileName;
  wanted: RoadsWanted;
}

/** A part of the key database's content as of its last read. */
export interface LastKnownPart {
  keys: KnownKeyRows | null;
  closures: ClosureList | null;
  zones: ZoneList | null;
  isLast: boolean;
}

/** A worker's counts. */
export interface CountedUsage {
  minutes: UsageMinute[];
  errors: RequestError[];
  unfound: UnfoundSearch[];
}

/** Messages from a worker to its parent process. */
export type FromWorker =
  /**
   * The worker accepts connections, but cannot answer every request yet because the dataset is still loading.
   */
  | { kind: 'up' }
  /** The dataset is loaded. The examples are shown in the start message. */
  | { kind: 'ready'; examples: ExampleRequests | null }
  /** The worker now reports whether it is ready. */
  | { kind: 'opened' }
  /** The worker cannot serve and exits. The message is intended for the operator. */
  | { kind: 'refused'; message: string }
  | WantsVerified
  | WantsRoads
  /** The key database does not answer, so the worker requests its last known content. */
  | { kind: 'want_known' }
  /** The worker uses the roads as they were imported. */
  | { kind: 'roads_as_imported' }
  /** The answer to `ask`. */
  | { kind: 'answer' }
  /** The worker has taken over this connection. */
  | { kind: 'accepted'; connection: number }
  /** The worker's metrics, sent every second. */
  | { kind: 'figures'; figures: WorkerFigures }
  /** The counts since the last message of this kind. `isLast`: whether the worker is about to exit. */
  | (CountedUsage & { kind: 'usage'; isLast: boolean })
  | LedgerMessage;
