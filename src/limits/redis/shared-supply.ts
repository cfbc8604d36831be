import { WINDOW_MS } from '../window-counter.js';
import type { SupplyNews } from '../window-messages.js';
import type { Demand, KeyStock, Supplied, SupplyListener, WindowSupply } from '../window-supply.js';
import { grantArguments, readGrantReply, type Grant, type GrantReply } from './grant-script.js';
import { inTurns } from './in-turns.js';
import { JointSupply, type JointHost } from './joint-supply.js';
import { LEASE_MS } from './lease-size.js';
import {
  BEAT_MS,
  BEATS_TO_RETURN,
  BEATS_TO_RETURN_MAX,
  EMPTY_MS,
  KEYS_IN_A_CALL,
  RETURN_MS,
  SETTLE_MS,
  SETTLED_AT_ONCE,
  STEADY_MS,
  TIMER_LATE_MS,
  WAIT_MS,
  WAIT_PARTS,
} from './redis-limits.js';
import type { Epoch } from './script-head.js';
import { SharedStock } from './shared-stock.js';
import { prepare, questionAbout, type Question } from './stock-question.js';
import { PROCESS_CLOCK, type SupplyClock, type WindowLink } from './window-link.js';

export interface SharedSupplyOptions {
  link: WindowLink;
  /** The maximum time that a request waits for Redis. */
  wait_ms?: number;
  /** The length of a window. Only tests use a length other than `WINDOW_MS`. */
  window_ms?: number;
  clock?: SupplyClock;
}

/** A call of the script in progress. */
interface Flight {
  questions: Question[];
  sentAt_ms: number;
  sentWall_ms: number;
  /** Whether the wait for Redis is over, so that the requests were decided without the answer. */
  isLate: boolean;
  /** Whether the call reports the used counts to a Redis that lost them. */
  isRetelling: boolean;
}

/**
 * The windows of all services, counted in Redis. One script grants requests to this service by Redis's clock,
 * so grants never exceed the limit. A key with a high limit is leased: its stock covers a tenth of a second
 * of its traffic. A request waits at most `wait_ms`. After that, this service counts on its own from the last
 * known remainder until Redis answers in time again.
 */
export class SharedSupply implements WindowSupply, JointHost {
  /** Called when Redis goes down or comes back. */
  onChange: (isAway: boolean) => void = () => undefined;
  /** Why Redis is down, or was down most recently. */
  reason = 'there was no answer yet';
  readonly joint: JointSupply;
  readonly #link: WindowLink;
  readonly #wait_ms: number;
  readonly window_ms: number;
  readonly #clock: SupplyClock;
  #listener: SupplyListener | null = null;
  #tellCounters: (news: SupplyNews) => void = () => undefined;
  #stocks = new Map<string, SharedStock>();
  #window = Number.NEGATIVE_INFINITY;
  /** Questions to send at the end of this turn. */
  #drafts = new Map<SharedStock, Question>();
  readonly #flights = new Set<Flight>();
  /** Stocks with recently used leases. */
  #leased = new Set<SharedStock>();
  #isSweeping = false;
  #isAway = true;
  #ahead_ms = 0;
  #beats = 0;
  #beatsToReturn = BEATS_TO_RETURN;
  #returnedAt_ms = Number.NEGATIVE_INFINITY;
  #isClosed = false;
  /** When Redis began to count; null if the used counts must first be reported to it. */
  #epoch_ms: number | null = null;
  beats = 0;

  constructor({
    link,
    wait_ms = WAIT_MS.default,
    window_ms = WINDOW_MS,
    clock = PROCESS_CLOCK,
  }: SharedSupplyOptions) {
    this.#link = link;
    this.#wait_ms = wait_ms;
    this.window_ms = window_ms;
    this.#clock = clock;
    link.onDown = (reason) => this.fall(reason);
    this.joint = new JointSupply(link, this, clock);
  }

  /** Starts looking for Redis. Until Redis answers, this service counts on its own. */
  start(): void {
    this.#beat();
  }

  /**
   * Starts granting requests to a ledger.
   * @param onNews receives news for this ledger's counters; see also `news`
   */
  serve(ledger: SupplyListener, onNews: (news: SupplyNews) => void): void {
    this.#listener = ledger;
    this.#tellCounters = onNews;
  }

  news(): SupplyNews {
    return { kind: 'supply', isAway: this.#isAway, ahead_ms: this.#ahead_ms };
  }

  close(): void {
    this.#isClosed = true;
    this.#link.close();
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  sharedTime_ms(now_ms: number): number {
    return now_ms + this.#ahead_ms;
  }

  windowAt(now_ms: number): number {
    return Math.floor(this.sharedTime_ms(now_ms) / this.window_ms);
  }

  patiently(isOver: () => boolean, late: () => void): void {
    this.#await(isOver, WAIT_PARTS, () => {
      this.fall(`no answer within ${this.#wait_ms} ms`);
      late();
    });
  }

  turnTo(window: number): void {
    // These drafts belong to the previous window and may return leases from that window.
    this.#flush();
    this.#window = window;
    const before = this.#stocks;
    this.#stocks = new Map();
    this.#leased = new Set();
    // Calls in flight are granted in either the previous or the new window.
    for (const { key, limit, asked } of before.values()) if (asked > 0) this.#add(key, limit).asked = asked;
  }

  stockOf(key: string, limit: number): KeyStock {
    return this.#stocks.get(key) ?? this.#add(key, limit);
  }

  demand(key: string, { limit, missing, given }: Demand): boolean {
    const stock = this.#stocks.get(key)!;
    stock.given = given;
    if (stock.limit !== limit) {
      stock.giveBack(given);
      stock.limit = limit;
      stock.emptyUntil_ms = Number.NEGATIVE_INFINITY;
    }
    if (this.#isAway) {
      stock.takeRest();
      return false;
    }
    if (stock.isFinal || (stock.beyond === 0 && this.#clock.now_ms() < stock.emptyUntil_ms)) return false;
    const wanted = missing - stock.asked;
    if (wanted > 0) this.#draft(stock, wanted);
    return true;
  }

  settled(key: string, given: number): void {
    const stock = this.#stocks.get(key)!;
    if (given > stock.given) stock.usedAt_ms = this.#clock.now_ms();
    stock.given = given;
    if (this.#isAway) return;
    if (stock.isLeased) this.#watch(stock);
    if (stock.isAlone || (!stock.isLeased && stock.asked === 0)) this.giveBack(key, given);
  }

  giveBack(key: string, given: number): void {
    const stock = this.#stocks.get(key)!;
    if (!this.#isAway && stock.giveBack(given)) this.#draft(stock, 0);
  }

  #add(key: string, limit: number): SharedStock {
    const stock = new SharedStock(key, limit);
    this.#stocks.set(key, stock);
    return stock;
  }

  #draft(stock: SharedStock, wanted: number): void {
    let question = this.#drafts.get(stock);
    if (question === undefined) {
      if (this.#drafts.size === 0) this.#clock.soon(() => this.#flush());
      this.#drafts.set(stock, (question = questionAbout(stock)));
    }
    question.wanted += wanted;
    stock.asked += wanted;
  }

  #flush(): void {
    const questions = [...this.#drafts.values()];
    this.#drafts = new Map();
    const now_ms = this.#clock.now_ms();
    for (const question of questions) prepare(question, now_ms);
    this.#sendAll(questions);
  }

  #sendAll(questions: readonly Question[], isRetelling = false): void {
    for (let at = 0; at < questions.length; at += KEYS_IN_A_CALL)
      this.#send(questions.slice(at, at + KEYS_IN_A_CALL), isRetelling);
  }

  #send(questions: Question[], isRetelling = false): void {
    const [sentAt_ms, sentWall_ms] = [this.#clock.now_ms(), this.#clock.wall_ms()];
    const flight = { questions, sentAt_ms, sentWall_ms, isLate: false, isRetelling };
    this.#flights.add(flight);
    const asked = questions.map(({ stock: { key, limit }, ...rest }) => ({ ...rest, key, limit }));
    this.#link
      .run(
        asked.map(({ key }) => key),
        grantArguments({ window_ms: this.window_ms, window: this.#window, beats: this.beats }, asked),
      )
      .then((reply) => this.#land(flight, readGrantReply(reply, questions.length)))
      .catch((error: Error) => this.#lose(flight, error));
    this.patiently(
      () => !this.#flights.has(flight),
      () => undefined,
    );
  }

  /** Waits in several parts. A part that ends late because the process was suspended counts only once. */
  #await(isOver: () => boolean, parts: number, late: () => void): void {
    this.#clock.after((this.#wait_ms - TIMER_LATE_MS) / WAIT_PARTS, () => {
      if (isOver()) return;
      if (parts > 1) this.#await(isOver, parts - 1, late);
      // The answer may already have arrived. One turn of the event loop reads it.
      else this.#clock.soon(() => void (isOver() || late()));
    });
  }

  #land(flight: Flight, { time_ms, window, epoch, grants }: GrantReply): void {
    this.#setClock(time_ms, flight.sentWall_ms);
    if (window > this.#window) this.#listener?.turnTo(window);
    const isGranting = this.heard(epoch);
    this.#flights.delete(flight);
    const answers: Supplied[] = [];
    flight.questions.forEach((question, i) => {
      const answer = this.#apply(question, grants[i], window, flight.isLate);
      if (answer !== null) answers.push(answer);
    });
    if (answers.length > 0) this.#listener?.supplied(answers);
    if (this.#isAway && isGranting && flight.questions.length === 0) this.#noteBeat(flight);
  }

  heard({ birth_ms, beats, isSettled }: Epoch): boolean {
    const isNew = birth_ms !== this.#epoch_ms;
    this.beats = beats;
    this.#epoch_ms = birth_ms;
    if (!isSettled) this.fall('it has lost its counts and must first collect the counts from the services');
    if (isNew) this.#retell();
    return isSettled;
  }

  tellAgain(): void {
    this.#epoch_ms = null;
  }

  /** Reports the used counts again. Requests do not wait for this. Eventually, Redis knows all counts. */
  #retell(): void {
    const epoch_ms = this.#epoch_ms;
    inTurns(this.#clock, [...this.#stocks.values()], (some) => {
      if (this.#isClosed || this.#epoch_ms !== epoch_ms) return false;
      // A window that started in the meantime has its own stocks.
      const known = some.filter((stock) => stock.used > 0 && this.#stocks.get(stock.key) === stock);
      const told = known.map((stock) => ({ ...questionAbout(stock), floor: stock.used }));
      this.#sendAll(told, true);
      return true;
    });
    this.joint.retell();
  }

  /** @returns the news for the ledger */
  #apply(question: Question, grant: Grant, window: number, isLate: boolean): Supplied | null {
    const { stock: asked, wanted, spare } = question;
    const { granted, used } = grant;
    const stock = this.#stocks.get(asked.key);
    if (stock === undefined) return null;
    if (window !== this.#window) {
      if (isLate) return null;
      stock.asked -= wanted;
      return { key: stock.key, past: { window, granted, beyond: Math.max(stock.limit - used, 0) } };
    }
    stock.used = used;
    if (isLate) {
      // These requests were decided without Redis and recorded as not yet reported to Redis.
      stock.untold -= granted;
      return null;
    }
    stock.asked -= wanted;
    stock.granted += granted;
    if (spare > 0) stock.isLeaseAsked = false;
    if (stock.beyond === 0) stock.emptyUntil_ms = this.#clock.now_ms() + EMPTY_MS;
    return { key: stock.key, past: null };
  }

  /** Redis may have counted this call, so used requests are reported again, but returned requests are not. */
  #lose(flight: Flight, error: Error): void {
    this.#flights.delete(flight);
    if (flight.isRetelling) this.tellAgain();
    for (const { stock, untold } of flight.questions) {
      if (untold <= 0) continue;
      stock.used -= untold;
      stock.untold += untold;
    }
    this.fall(error.message);
  }

  /** From now on, this service counts on its own. */
  fall(reason: string): void {
    this.#beats = 0;
    this.reason = reason;
    if (this.#isAway || this.#isClosed) return;
    this.#isAway = true;
    const isRelapse = this.#clock.now_ms() - this.#returnedAt_ms < STEADY_MS;
    this.#beatsToReturn = isRelapse
      ? Math.min(2 * this.#beatsToReturn, BEATS_TO_RETURN_MAX)
      : BEATS_TO_RETURN;
    for (const flight of this.#flights) flight.isLate = true;
    this.#drafts = new Map();
    const waiting = [...this.#stocks.values()].filter(({ asked }) => asked > 0);
    for (const stock of waiting) {
      stock.asked = 0;
      stock.isLeaseAsked = false;
    }
    this.#tellCounters(this.news());
    this.onChange(true);
    this.#listener?.supplied(waiting.map(({ key }) => ({ key, past: null })));
  }

  #noteBeat({ sentAt_ms }: Flight): void {
    if (this.#clock.now_ms() - sentAt_ms > this.#wait_ms) this.#beats = 0;
    else if (++this.#beats >= this.#beatsToReturn) this.#return();
  }

  #return(): void {
    this.#isAway = false;
    this.#returnedAt_ms = this.#clock.now_ms();
    this.#tellCounters(this.news());
    this.onChange(false);
    this.joint.settleUp();
    this.#settleUp([...this.#stocks.values()].filter(({ isAlone, untold }) => isAlone || untold !== 0));
  }

  /** Gradually reports requests that passed without Redis, so that new requests do not have to wait. */
  #settleUp(stocks: SharedStock[]): void {
    if (this.#isAway || this.#isClosed || stocks.length === 0) return;
    const some = stocks.splice(-SETTLED_AT_ONCE).filter((stock) => this.#stocks.get(stock.key) === stock);
    for (const stock of some) if (stock.untold !== 0) this.#draft(stock, 0);
    this.#listener?.idle(some.map(({ key }) => key));
    this.#clock.after(SETTLE_MS, () => this.#settleUp(stocks));
  }

  /** Requests Redis's time, to notice when Redis hangs, when it is back, and when the clocks drift apart. */
  #beat(): void {
    if (this.#isClosed) return;
    const isAsked = [...this.#flights].some(({ questions }) => questions.length === 0);
    if (this.#link.isUp && !isAsked) this.#send([]);
    this.#clock.after(this.#isAway ? BEAT_MS.away : BEAT_MS.well, () => this.#beat());
  }

  #watch(stock: SharedStock): void {
    this.#leased.add(stock);
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    this.#clock.after(LEASE_MS, () => this.#sweep());
  }

  /** Looks for unused leases. */
  #sweep(): void {
    if (this.#isClosed) return;
    const idleSince_ms = this.#clock.now_ms() - RETURN_MS;
    const idle = this.#isAway ? [] : [...this.#leased].filter(({ usedAt_ms }) => usedAt_ms <= idleSince_ms);
    for (const stock of idle) this.#leased.delete(stock);
    this.#listener?.idle(idle.map(({ key }) => key));
    this.#isSweeping = this.#leased.size > 0;
    if (this.#isSweeping) this.#clock.after(LEASE_MS, () => this.#sweep());
  }

  /** Redis read its clock between the question and the answer. That bounds how far its clock is ahead. */
  #setClock(time_ms: number, sentWall_ms: number): void {
    const least_ms = time_ms - this.#clock.wall_ms() - 1;
    const most_ms = time_ms - sentWall_ms;
    const ahead_ms = Math.min(Math.max(this.#ahead_ms, least_ms), Math.max(most_ms, least_ms));
    if (ahead_ms === this.#ahead_ms) return;
    this.#ahead_ms = ahead_ms;
    this.#tellCounters(this.news());
  }
}
