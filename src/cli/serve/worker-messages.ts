import type { CounterMessage, LedgerMessage } from '../../limits/window-messages.js';
import type { ExampleRequests } from '../../sources/embedded/example-requests.js';
import type { Settings } from '../terminal/settings.js';

/** What the process that a user starts and the workers it starts say to each other; what they say about counts is in `limits/`. */

export type ToWorker =
  | { kind: 'start'; worker: number; settings: Settings }
  /** Comes with the connection. */
  | { kind: 'connection'; connection: number }
  | { kind: 'refresh' }
  | { kind: 'stop' }
  | CounterMessage;

export type FromWorker =
  /** Answers connections, though not every request: the dataset is being loaded. */
  | { kind: 'up' }
  | { kind: 'ready'; examples: ExampleRequests | null }
  /** Cannot serve; the message is for the operator. The worker ends. */
  | { kind: 'refused'; message: string }
  | { kind: 'accepted'; connection: number }
  | LedgerMessage;
