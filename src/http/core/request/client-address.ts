import { InputError } from '../../../errors.js';
import { isInRange, parseIpAddress, parseIpRange, type IpAddress, type IpRange } from '../../../ip-range.js';
import { headerOf, type Reply, type RequestHead } from '../../../wire/reply.js';

/**
 * The maximum number of parsed addresses to remember. Each remembered address may keep its request's headers
 * in memory.
 */
const KEPT = 500;

/** How long to wait before reporting an untrusted proxy again. */
const WARN_MS = 3_600_000;

/** Matches `192.0.2.1:4711` and `[2001:db8::1]:4711`, as some proxies write client addresses. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d{1,5})?$/;

/**
 * Finds a request's client address: the connection's peer or, behind trusted proxies, the last address in
 * `X-Forwarded-For` that is not a trusted proxy. The client may have invented the addresses before that one.
 */
export class ClientAddresses {
  readonly #proxies: readonly IpRange[];
  readonly #onUntrusted: (peer: string) => void;
  #warnAgain_ms = 0;
  readonly #read = new Map<string, IpAddress | null>();

  /**
   * @param proxies addresses and ranges, separated by commas, or `none`
   * @param onUntrusted called at most once an hour when an unlisted address sends `X-Forwarded-For`
   * @throws InputError for an entry that is neither an address nor a range
   */
  constructor(proxies: string, onUntrusted: (peer: string) => void = () => undefined) {
    this.#onUntrusted = onUntrusted;
    const texts = proxies === 'none' ? [] : proxies.split(',');
    this.#proxies = texts.map((text) => {
      const range = parseIpRange(text.trim());
      if (typeof range === 'object') return range;
      throw new InputError(
        `the trusted proxy ${JSON.stringify(text)} is neither an address nor a CIDR range`,
      );
    });
  }

  /** Returns `null` if the address is unknown. */
  of(request: RequestHead, reply: Pick<Reply, 'remoteAddress'>): IpAddress | null {
    const peer = this.#address(reply.remoteAddress ?? '');
    const forwarded = headerOf(request, 'x-forwarded-for');
    if (peer === null || !this.#isProxy(peer)) {
      if (forwarded !== undefined) this.#warn(reply.remoteAddress ?? '');
      return peer;
    }
    return forwarded === undefined ? peer : this.#lastStranger(forwarded);
  }

  /** Whether the request comes from a listed proxy, which is trusted to report the client's address. */
  isFromProxy({ remoteAddress }: Pick<Reply, 'remoteAddress'>): boolean {
    const peer = this.#address(remoteAddress ?? '');
    return peer !== null && this.#isProxy(peer);
  }

  /** Returns `null` if an entry cannot be read, because the entries before it are then meaningless. */
  #lastStranger(forwarded: string): IpAddress | null {
    for (let end = forwarded.length; ;) {
      const comma = forwarded.lastIndexOf(',', end - 1);
      const address = this.#address(forwarded.slice(comma + 1, end).trim());
      if (address === null || comma < 0 || !this.#isProxy(address)) return address;
      end = comma;
    }
  }

  #warn(peer: string): void {
    const now_ms = performance.now();
    if (now_ms < this.#warnAgain_ms) return;
    this.#warnAgain_ms = now_ms + WARN_MS;
    this.#onUntrusted(peer);
  }

  #isProxy(address: IpAddress): boolean {
    for (const proxy of this.#proxies) if (isInRange(proxy, address)) return true;
    return false;
  }

  #address(text: string): IpAddress | null {
    let address = this.#read.get(text);
    if (address === undefined) {
      if (this.#read.size >= KEPT) this.#read.clear();
      const bare = WITH_PORT.exec(text);
      address = parseIpAddress(bare?.[1] ?? bare?.[2] ?? text);
      this.#read.set(text, address);
    }
    return address;
  }
}
