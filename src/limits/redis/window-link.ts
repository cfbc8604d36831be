/** The connection to Redis for counting. It reconnects on its own. */
export interface WindowLink {
  /** Whether a question has any chance of an answer. */
  readonly isUp: boolean;
  /** Called when the connection is lost, or cannot be made. */
  onDown: (reason: string) => void;
  /**
   * Runs the script over these keys, once or not at all. Rejects for an error of Redis and for a lost
   * connection. Then nobody knows whether it ran.
   * @param script by default `GRANT_SCRIPT`
   */
  run(keys: readonly string[], args: readonly number[], script?: string): Promise<unknown>;
  close(): void;
}

/** The clocks of a process. Tests use their own. */
export interface SupplyClock {
  /** Unix time. */
  wall_ms(): number;
  /** A monotonic clock. */
  now_ms(): number;
  after(delay_ms: number, run: () => void): void;
  /**
   * Runs a callback at the end of this turn of the event loop, after everything that had arrived was read.
   */
  soon(run: () => void): void;
}

export const PROCESS_CLOCK: SupplyClock = {
  wall_ms: () => Date.now(),
  now_ms: () => performance.now(),
  after: (delay_ms, run) => void setTimeout(run, delay_ms).unref(),
  soon: (run) => void setImmediate(run),
};
