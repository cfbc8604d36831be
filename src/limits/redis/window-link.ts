/** The connection to Redis for counting requests. It reconnects by itself. */
export interface WindowLink {
  /** Whether Redis is currently reachable for calls. */
  readonly isUp: boolean;
  /** Called when the connection is lost, or cannot be made. */
  onDown: (reason: string) => void;
  /**
   * Runs the script on these keys, once or not at all. Rejects if Redis returns an error or the connection is
   * lost. In that case, it is unknown whether the script ran.
   * @param script by default `GRANT_SCRIPT`
   */
  run(keys: readonly string[], args: readonly number[], script?: string): Promise<unknown>;
  close(): void;
}

/** A process's clocks. Tests provide their own. */
export interface SupplyClock {
  /** Unix time. */
  wall_ms(): number;
  /** A monotonic clock. */
  now_ms(): number;
  after(delay_ms: number, run: () => void): void;
  /**
   * Runs a callback at the end of this turn of the event loop, after everything that has arrived has been
   * read.
   */
  soon(run: () => void): void;
}

export const PROCESS_CLOCK: SupplyClock = {
  wall_ms: () => Date.now(),
  now_ms: () => performance.now(),
  after: (delay_ms, run) => void setTimeout(run, delay_ms).unref(),
  soon: (run) => void setImmediate(run),
};
