import pg from 'pg';
import { clientConfig } from './postgres-pool.js';
import { serverUrls } from './postgres-url.js';

/**
 * The pause before reconnecting. The pause doubles after each attempt and is randomized, so that replicas do
 * not all reconnect at the same time.
 */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Listens on a channel through its own connection, and reconnects whenever the connection ends. Notifications
 * can be lost (a broken connection, pgbouncer in transaction mode), so they only wake a reader that also
 * polls on its own.
 */
export class PostgresListener {
  readonly #urls: readonly string[];
  /**
   * The number of connection attempts so far, which selects the next server to try, because a standby does
   * not allow LISTEN.
   */
  #attempts = 0;
  readonly #channel: string;
  readonly #wake: () => void;
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | undefined;
  #pause_ms = FIRST_PAUSE_MS;
  #isClosed = false;

  constructor(url: string, channel: string, wake: () => void) {
    this.#urls = serverUrls(url);
    this.#channel = channel;
    this.#wake = wake;
    void this.#connect();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client(clientConfig(this.#urls[this.#attempts++ % this.#urls.length]));
    this.#client = client;
    let hasEnded = false;
    const ended = (): void => {
      if (hasEnded) return;
      hasEnded = true;
      void client.end().catch(() => undefined);
      this.#again();
    };
    client.on('error', ended);
    client.on('end', ended);
    client.on('notification', this.#wake);
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(this.#channel)}`);
      this.#pause_ms = FIRST_PAUSE_MS;
      // Earlier notifications may have been lost.
      this.#wake();
    } catch {
      ended();
    }
  }

  #again(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#connect(), this.#pause_ms * (0.5 + Math.random() / 2)).unref();
    this.#pause_ms = Math.min(this.#pause_ms * 2, LONGEST_PAUSE_MS);
  }
}
