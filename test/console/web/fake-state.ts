import type { AnswerOf, BodyOf, ConsoleRequest, QueryOf } from '../../../src/console/api/contract.js';
import type { ClosureState } from '../../../src/console/api/closure-data.js';
import type { Account, Session } from '../../../src/console/api/account-data.js';
import type { Key, Project } from '../../../src/console/api/project-data.js';
import type { Failure, FailureCode } from '../../../src/console/api/failure.js';
import type { LayerState } from '../../../src/console/api/layer-data.js';
import type { MapReport } from '../../../src/console/api/operator-contract.js';
import type { ZoneState } from '../../../src/console/api/zone-data.js';

/** What a handler is told. */
interface Asked<R extends ConsoleRequest> {
  path: Record<string, string>;
  query: Partial<Record<keyof QueryOf<R> & string, string>>;
  body: BodyOf<R>;
}

export type Handlers = { [R in ConsoleRequest]: (asked: Asked<R>) => AnswerOf<R> };

/** The answer of a handler that refuses. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly error: Omit<Failure['error'], 'message'>,
  ) {
    super(error.code);
  }
}

export function refuse(status: number, code: FailureCode, more: Partial<Failure['error']> = {}): never {
  throw new Refusal(status, { code, ...more });
}

/** What is different from the usual: who is there, and how full it is. */
export interface FakeState {
  account: Account | null;
  session: Partial<Session>;
  isEmpty: boolean;
  projects: Project[];
  keys: Key[];
  closures: ClosureState[];
  zones: ZoneState[];
  layers: LayerState[];
  reports: MapReport[];
  /** Answers instead of the usual ones. */
  instead: Partial<Handlers>;
}
