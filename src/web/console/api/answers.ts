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
  /** The request in progress; later callers wait for the same request. */
  pending: Promise<void> | null;
}

type Get = ConsoleRequest & `GET ${string}`;

/**
 * The responses received in this browser tab, by URL. When a page is opened again, it immediately shows the
 * old response, and re-renders when the new response arrives.
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

/** Requests the data again, for pages whose data is outdated after a change elsewhere. */
export function reloadAnswer<R extends Get>(request: R, wants: Wants<R>): Promise<void> {
  const entry = entryOf(addressOf(request, wants));
  entry.pending ??= load(entry, request, wants).finally(() => (entry.pending = null));
  return entry.pending;
}

/** Whether two responses are equal. Both are parsed JSON. */
function isSame(a: unknown, b: unknown): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

async function load<R extends Get>(entry: Entry, request: R, wants: Wants<R>): Promise<void> {
  try {
    const answer = await ask(request, wants);
    // If the new response equals the old one, nothing is re-rendered.
    const { answer: before } = entry.known.peek();
    entry.known.value = { answer: isSame(before, answer) ? before : answer };
  } catch (error) {
    entry.known.value = { ...entry.known.peek(), failure: failureOf(error) };
  }
}

export interface Answered<T> {
  /** Undefined until the response has arrived. */
  answer: T | undefined;
  failure: RequestFailed | undefined;
  /** Sends the request again. */
  reload: () => Promise<void>;
  /** Replaces the data that is shown, after a change whose response already contains the new data. */
  put: (answer: T) => void;
}

/** Sends the request when the page opens and when the parameters change. */
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
