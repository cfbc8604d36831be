import type { Socket } from 'node:net';
import type { KeyLookup } from '../keys/key-lookup.js';
import type { WindowCounter } from '../limits/window-counter.js';
import type { Geocoder } from '../sources/geocoder.js';
import type { Router } from '../sources/router.js';
import type { AccessLog } from '../wire/access-log.js';
import type { AnswerMemory } from './geocode/answer-memory.js';
import type { HeaderMemory } from '../wire/header-memory.js';
import type { RefusalCount } from './overload.js';
import type { OverloadGate } from '../wire/overload-gate.js';
import type { HeadText, HeaderList } from '../wire/response-head.js';
import type { KeptHeads } from '../wire/kept-heads.js';
import type { HttpSettings } from './settings.js';
import type { Slab } from '../wire/slab.js';

/** For what an operator has to know: failures of sources and bugs. pino fits. */
export interface Logger {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** What every request of one app shares. */
export interface AppContext {
  readonly geocoder: Geocoder;
  readonly router: Router;
  readonly keys: KeyLookup;
  readonly counter: WindowCounter;
  readonly settings: HttpSettings;
  /** `Cache-Control` of results. */
  readonly resultCaching: string;
  readonly logger: Logger;
  /** One line per request; null: none. */
  readonly accessLog: AccessLog | null;
  /** Which requests come too late to be answered in time. */
  readonly overload: OverloadGate;
  readonly refusals: RefusalCount;
  /** What was searched for lately. */
  readonly answers: AnswerMemory;
  /** Where bodies are written. */
  readonly slab: Slab;
  /** Headers of plain requests. */
  readonly headerMemory: HeaderMemory;
  readonly headText: HeadText;
  readonly keptHeads: KeptHeads;
  /** Of requests that are too many. */
  readonly refusalHeaders: HeaderList;
  /** Set once, when shutdown begins: from then on new requests are refused. */
  isClosing: boolean;
  /** Every open connection. */
  readonly connections: Set<Socket>;
}
