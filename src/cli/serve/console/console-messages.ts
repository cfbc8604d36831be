/** Messages from the console to its parent process. */
export type FromConsole =
  | {
      kind: 'ready';
      url: string;
      /** The link for the first administrator; `null` if there already is one. */
      setupUrl: string | null;
    }
  /** Sent every few seconds, unless the console hangs. */
  | { kind: 'alive' };
