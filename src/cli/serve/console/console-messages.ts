/** What the process of the console tells the one that started it. */
export type FromConsole =
  | {
      kind: 'ready';
      url: string;
      /** For the first administrator; null: there is one. */
      setupUrl: string | null;
    }
  /** Every few seconds. One that hangs does not say it. */
  | { kind: 'alive' };
