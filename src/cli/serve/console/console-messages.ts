/** Messages from the console to the process that started it. */
export type FromConsole =
  | {
      kind: 'ready';
      url: string;
      /** The link for the first administrator; null: there already is one. */
      setupUrl: string | null;
    }
  /** Sent every few seconds; a console that hangs does not send it. */
  | { kind: 'alive' };
