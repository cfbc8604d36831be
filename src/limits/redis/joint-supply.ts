import { JointWindows, type JointCount, type JointSource } from '../joint-windows.js';
import type { LimitedWindow } from '../window-counter.js';
import { inTurns } from './in-turns.js';
import { KEYS_IN_A_CALL } from './redis-limits.js';
import { SCRIPT_HEAD, readReply, type Epoch, type ReplyHead } from './script-head.js';
import type { SupplyClock, WindowLink } from './window-link.js';

/**
 * With this script, Redis counts requests in several windows: a request passes if all of its windows have
 * room; otherwise it is counted in none. Windows, `untold` and `floor` are the same as in `grant-script.ts`.
 *
 * ARGV after the head's arguments: for each key `untold floor`; for each request the number of its windows
 * and how many requests it counts as, then for each of its windows `index of the key, limit`.
 */
const JOINT_SCRIPT = `${SCRIPT_HEAD}
local before, used = {}, {}
for i = 1, #KEYS - 1 do
  before[i], used[i] = redis.call('GET', KEYS[i + 1]), 0
  if before[i] then
    local stored, count = string.match(before[i], '^(%d+) (%d+)$')
    if tonumber(stored) == window then used[i] = tonumber(count) end
  end
  if is_same then
    used[i] = math.max(used[i] + tonumber(ARGV[2 * i + 2]), tonumber(ARGV[2 * i + 3]), 0)
  end
end
local at = 2 * #KEYS + 2
while ARGV[at] do
  local number, amount = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  local allowed, place, least = is_settled and 1 or 0, 0, math.huge
  for w = 1, number do
    local left = tonumber(ARGV[at + 2 * w + 1]) - used[tonumber(ARGV[at + 2 * w])]
    if left < amount then
      allowed, place, least = 0, w - 1, math.max(left, 0) + amount
      break
    end
    if left < least then place, least = w - 1, left end
  end
  for w = 1, number * allowed do
    local i = tonumber(ARGV[at + 2 * w])
    used[i] = used[i] + amount
  end
  reply[#reply + 1] = allowed
  reply[#reply + 1] = place
  reply[#reply + 1] = least - amount
  at = at + 2 * number + 2
end
for i = 1, #KEYS - 1 do
  local after = string.format('%.0f %.0f', window, used[i])
  if after ~= before[i] then redis.call('SET', KEYS[i + 1], after, 'PXAT', ends) end
  reply[#reply + 1] = used[i]
end
return reply
`;

/** The part of the connection that decides whether Redis is down. */
export interface JointHost {
  readonly isAway: boolean;
  readonly window_ms: number;
  /** Converts a time on this machine's clock to the Unix time on Redis's clock. */
  sharedTime_ms(now_ms: number): number;
  /** Calls `late` if Redis is too slow to answer, unless `isOver` returns true by then. */
  patiently(isOver: () => boolean, late: () => void): void;
  /** Records that Redis is not answering. */
  fall(reason: string): void;
  /** The number of beats that Redis has counted so far. */
  readonly beats: number;
  /** @returns whether Redis grants requests */
  heard(epoch: Epoch): boolean;
  /** Records that Redis may not know the used counts. */
  tellAgain(): void;
}

interface Draft {
  windows: readonly LimitedWindow[];
  amount: number;
  now_ms: number;
  settle: (count: JointCount) => void;
  isDecided: boolean;
}

/**
 * Counts requests in several windows in Redis, with one call per turn of the event loop. Nothing is leased in
 * advance ([why](../../../docs/decisions/0027-leases-or-one-call.md)). While Redis is down, this service
 * counts on its own from the last known state and reports to Redis afterwards.
 */
export class JointSupply implements JointSource {
  readonly #link: WindowLink;
  readonly #host: JointHost;
  readonly #clock: SupplyClock;
  /** The known counts of all services, and the requests that passed here without Redis. */
  readonly #known: JointWindows;
  /** By window: the requests that passed here and that Redis has not counted yet. */
  #untold = new Map<string, number>();
  #drafts: Draft[] = [];

  constructor(link: WindowLink, host: JointHost, clock: SupplyClock) {
    this.#link = link;
    this.#host = host;
    this.#clock = clock;
    this.#known = new JointWindows(host.window_ms);
  }

  count(windows: readonly LimitedWindow[], now_ms: number, amount: number): JointCount | Promise<JointCount> {
    if (this.#host.isAway) return this.#alone(windows, now_ms, amount);
    return new Promise((settle) => {
      if (this.#drafts.length === 0) this.#clock.soon(() => this.#flush());
      this.#drafts.push({ windows, amount, now_ms, settle, isDecided: false });
    });
  }

  /** Reports the requests that passed without Redis to Redis. */
  settleUp(): void {
    this.#tell([...this.#untold.keys()]);
  }

  /** Sends everything known about this window to a Redis server that lost its counts. */
  retell(): void {
    const { window } = this.#known;
    inTurns(this.#clock, this.#known.ids(), (some) => {
      if (this.#known.window !== window) return false;
      this.#tell(some);
      return true;
    });
  }

  #tell(ids: readonly string[]): void {
    for (let at = 0; at < ids.length; at += KEYS_IN_A_CALL)
      this.#send([], ids.slice(at, at + KEYS_IN_A_CALL));
  }

  #alone(windows: readonly LimitedWindow[], now_ms: number, amount: number): JointCount {
    const time_ms = this.#host.sharedTime_ms(now_ms);
    this.#turnTo(Math.floor(time_ms / this.#host.window_ms));
    const count = this.#known.count(windows, time_ms, amount);
    if (count.allowed) for (const { id } of windows) this.#tellLater(id, amount);
    return count;
  }

  #flush(): void {
    let some: Draft[] = [];
    let ids = new Set<string>();
    for (const draft of this.#drafts.splice(0)) {
      some.push(draft);
      for (const { id } of draft.windows) ids.add(id);
      if (ids.size < KEYS_IN_A_CALL) continue;
      this.#send(some, [...ids]);
      [some, ids] = [[], new Set()];
    }
    if (some.length > 0) this.#send(some, [...ids]);
  }

  #send(drafts: readonly Draft[], ids: readonly string[]): void {
    const newest_ms = drafts.reduce((most, { now_ms }) => Math.max(most, now_ms), this.#clock.wall_ms());
    this.#turnTo(Math.floor(this.#host.sharedTime_ms(newest_ms) / this.#host.window_ms));
    const told = ids.map((id) => [id, this.#untold.get(id) ?? 0] as const);
    const args = [this.#host.window_ms, Math.max(this.#known.window, 0), this.#host.beats];
    for (const [id, untold] of told) args.push(untold, this.#known.used(id));
    for (const [id] of told) this.#untold.delete(id);
    const index = new Map(ids.map((id, i) => [id, i + 1]));
    for (const { windows, amount } of drafts) {
      args.push(windows.length, amount);
      for (const { id, limit } of windows) args.push(index.get(id)!, limit);
    }
    let isOver = false;
    this.#link
      .run(ids, args, JOINT_SCRIPT)
      .then((reply) => this.#land(drafts, ids, readReply(reply, 3 * drafts.length + ids.length)))
      .catch((error: Error) => {
        // It is unknown whether Redis has counted these requests, so their counts are sent again.
        for (const [id, untold] of told) this.#tellLater(id, untold);
        if (drafts.length === 0) this.#host.tellAgain();
        this.#host.fall(error.message);
        this.#decideAlone(drafts);
      })
      .finally(() => (isOver = true));
    this.#host.patiently(
      () => isOver,
      () => this.#decideAlone(drafts),
    );
  }

  #land(drafts: readonly Draft[], ids: readonly string[], reply: ReplyHead): void {
    const { window, epoch, figures } = reply;
    if (window > this.#known.window) this.#turnTo(window);
    if (!this.#host.heard(epoch)) this.#decideAlone(drafts);
    drafts.forEach((draft, i) => {
      const [allowed, place, remaining] = figures.slice(3 * i);
      if (!draft.isDecided) draft.settle({ allowed: allowed === 1, place, remaining, window });
      // This request was decided without Redis and recorded as not yet reported to Redis.
      else if (allowed === 1 && window === this.#known.window)
        for (const { id } of draft.windows) this.#tellLater(id, -draft.amount);
      draft.isDecided = true;
    });
    if (window !== this.#known.window) return;
    ids.forEach((id, i) => this.#known.raise(id, figures[3 * drafts.length + i]));
  }

  #decideAlone(drafts: readonly Draft[]): void {
    for (const draft of drafts) {
      if (draft.isDecided) continue;
      draft.isDecided = true;
      draft.settle(this.#alone(draft.windows, draft.now_ms, draft.amount));
    }
  }

  #tellLater(id: string, requests: number): void {
    if (requests !== 0) this.#untold.set(id, (this.#untold.get(id) ?? 0) + requests);
  }

  #turnTo(window: number): void {
    if (this.#known.turnTo(window)) this.#untold = new Map();
  }
}
