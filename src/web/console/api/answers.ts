import { signal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { AnswerOf, ConsoleRequest } from '../../../console/api/contract.js';
import { addressOf, ask, failureOf, type RequestFailed, type Wants } from './ask.js';

interface Known {
  answer?: unknown;
  failure?: RequestFailed;
}

interface Entry {
  known: Signal<Known>;
  /** The request in progress: later callers wait for the same answer. */
  pending: Promise<void> | null;
}

type Get = ConsoleRequest & `GET ${string}`;

/**
 * Answers of this tab by address. A page that was seen before shows its old answer at once, and draws again
 * when the new one arrives.
 */
const entries = new Map<string, Entry>();

function entryOf(address: string): Entry {
  let entry = entries.get(address);
  if (entry === undefined) entries.set(address, (entry = { known: signal({}), pending: null }));
  return entry;
}

export function forgetAnswers(): void {
  entries.clear();
}

/** Asks again, for pages whose answer was made old by a change elsewhere. */
export function reloadAnswer<R extends Get>(request: R, wants: Wants<R>): Promise<void> {
  const entry = entryOf(addressOf(request, wants));
  entry.pending ??= load(entry, request, wants).finally(() => (entry.pending = null));
  return entry.pending;
}

/** Whether two answers are equal. Both came as JSON. */
function isSame(a: unknown, b: unknown): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

async function load<R extends Get>(entry: Entry, request: R, wants: Wants<R>): Promise<void> {
  try {
    const answer = await ask(request, wants);
    // An equal answer draws nothing again.
    const { answer: before } = entry.known.peek();
    entry.known.value = { answer: isSame(before, answer) ? before : answer };
  } catch (error) {
    entry.known.value = { ...entry.known.peek(), failure: failureOf(error) };
  }
}

export interface Answered<T> {
  /** Undefined: the answer has not come yet. */
  answer: T | undefined;
  failure: RequestFailed | undefined;
  /** Asks again. */
  reload: () => Promise<void>;
  /** Shows this from now on, when a change has already returned the new answer. */
  put: (answer: T) => void;
}

/** Asks when the page opens, and when the parameters change. */
export function useAnswer<R extends Get>(request: R, wants: Wants<R>): Answered<AnswerOf<R>> {
  const address = addressOf(request, wants);
  const entry = entryOf(address);
  useEffect(() => void reloadAnswer(request, wants), [address]);
  const { answer, failure } = entry.known.value;
  return {
    answer: answer as AnswerOf<R> | undefined,
    failure,
    reload: () => reloadAnswer(request, wants),
    put: (answer) => (entry.known.value = { answer }),
  };
}
