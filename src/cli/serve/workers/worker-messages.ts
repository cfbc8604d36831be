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
 * Messages between the process that the user starts and its workers. `limits/window-messages.ts` has the
 * messages about request counts.
 */

/** From the process that the user starts to a worker. */
export type ToWorker =
  | { kind: 'start'; worker: number; settings: Settings; isFed: boolean }
  /** The socket comes with the message. */
  | { kind: 'connection'; connection: number }
  | { kind: 'refresh' }
  /** Whether newer published data could not be taken. */
  | { kind: 'newer'; isRefused: boolean }
  /** Every worker with connections has its dataset, so readiness may say so. It answers `opened`. */
  | { kind: 'open' }
  /** Asks whether the worker still answers. */
  | { kind: 'ask' }
  /** Requests are answered for this long, but the worker is not ready. `stop` follows. */
  | { kind: 'drain'; drain_ms: number }
  /** The answer to `want_roads`. Null: such a file cannot be made. */
  | { kind: 'roads'; request: number; path: string | null }
  /** The answer to `verify`. Null refusal: the file is in order. */
  | { kind: 'verified'; stamp: string; refusal: Refusal | null }
  /** A file that may be mapped has become unreadable: another dataset takes its place. */
  | { kind: 'give_up'; stamp: string; reason: string }
  /** The answer to `want_known`, in parts. */
  | { kind: 'last_known'; part: LastKnownPart }
  /** A file of roads that may be mapped has become unreadable: another takes its place. */
  | { kind: 'roads_again' }
  | { kind: 'stop' }
  /** The last counts of the worker have arrived, so it may end. */
  | { kind: 'usage_taken' }
  /** The keys and projects without monthly quota left, until the month ends. */
  | { kind: 'used_up'; ids: string[]; ends_ms: number }
  | CounterMessage;

/** A worker has opened a dataset file and waits until its bytes are verified. */
export interface WantsVerified {
  kind: 'verify';
  path: string;
  stamp: string;
}

/** A worker wants a file with the roads of a dataset. */
export interface WantsRoads {
  kind: 'want_roads';
  request: number;
  dataset: MappedFileName;
  wanted: RoadsWanted;
}

/** A part of the key database's content at its last read. */
export interface LastKnownPart {
  keys: KnownKeyRows | null;
  closures: ClosureList | null;
  zones: ZoneList | null;
  isLast: boolean;
}

/** The counts of a worker. */
export interface CountedUsage {
  minutes: UsageMinute[];
  errors: RequestError[];
  unfound: UnfoundSearch[];
}

/** From a worker to the process that started it. */
export type FromWorker =
  /** The worker answers connections, but not every request yet: the dataset is still loading. */
  | { kind: 'up' }
  /** The dataset is loaded. The examples are for the start message. */
  | { kind: 'ready'; examples: ExampleRequests | null }
  /** Readiness says so now, if the worker is ready. */
  | { kind: 'opened' }
  /** The worker cannot serve and ends. The message is for the operator. */
  | { kind: 'refused'; message: string }
  | WantsVerified
  | WantsRoads
  /** The key database does not answer, so the worker asks for its last content. */
  | { kind: 'want_known' }
  /** The roads are as imported. */
  | { kind: 'roads_as_imported' }
  /** The answer to `ask`. */
  | { kind: 'answer' }
  /** The worker has taken over this connection. */
  | { kind: 'accepted'; connection: number }
  /** For the metrics, every second. */
  | { kind: 'figures'; figures: WorkerFigures }
  /** The counts since the last message of this kind. `isLast`: the worker ends. */
  | (CountedUsage & { kind: 'usage'; isLast: boolean })
  | LedgerMessage;
