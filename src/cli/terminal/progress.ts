import type { ImportListener } from '../../importer/run-import.js';

/** The minimum time between two redraws of the line on a terminal. */
const REDRAW_MS = 100;
/** Without a terminal (a log file, CI), a long phase prints a line at this interval. */
const PLAIN_INTERVAL_MS = 10_000;

interface Track {
  phase: string;
  /** The finished fraction of the phase, from 0 to 1. */
  share: number;
  startedAt: number;
}

export interface ProgressOutput {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/**
 * Shows an import's progress. On a terminal, progress is shown in one line that is redrawn; elsewhere, it is
 * printed as plain lines. Phases may run in parallel.
 */
export class ProgressPrinter implements ImportListener {
  readonly #out: ProgressOutput;
  readonly #now: () => number;
  readonly #tracks = new Map<string, Track>();
  readonly #started: number;
  #lastDraw = 0;
  #isDrawn = false;

  constructor(out: ProgressOutput, now: () => number = () => performance.now()) {
    this.#out = out;
    this.#now = now;
    this.#started = now();
  }

  onProgress(name: string, phase: string, share: number): void {
    const now = this.#now();
    let track = this.#tracks.get(name);
    const isNewPhase = track?.phase !== phase;
    if (track === undefined || isNewPhase) this.#tracks.set(name, (track = { phase, share, startedAt: now }));
    track.share = share;
    if (this.#out.isTTY === true) this.#redraw(now, isNewPhase);
    else this.#plain(name, track, isNewPhase, now);
    if (share >= 1 && (name === 'read' || name === 'write' || name === 'download')) this.#tracks.delete(name);
  }

  /** Removes the redrawn line, so that the next output starts on an empty line. */
  clear(): void {
    if (this.#isDrawn) this.#out.write('\r\u001b[K');
    this.#isDrawn = false;
    this.#tracks.clear();
  }

  #redraw(now: number, atOnce: boolean): void {
    if (!atOnce && now - this.#lastDraw < REDRAW_MS) return;
    this.#lastDraw = now;
    const running = [...this.#tracks].filter(([, track]) => track.share < 1);
    const text = running
      .map(([name, track]) => `${label(name, track.phase)} ${bar(track.share)}${timeLeft(track, now)}`)
      .join('  ');
    const line = `${seconds(now - this.#started)}  ${text}`;
    this.#out.write(`\r\u001b[K${line.slice(0, (this.#out.columns ?? 80) - 1)}`);
    this.#isDrawn = true;
  }

  #plain(name: string, track: Track, isNewPhase: boolean, now: number): void {
    if (!isNewPhase && now - this.#lastDraw < PLAIN_INTERVAL_MS) return;
    this.#lastDraw = now;
    this.#out.write(
      `${seconds(now - this.#started)} ` +
        `${label(name, track.phase)}${isNewPhase ? '' : ` ${percent(track.share)}`}\n`,
    );
  }
}

function label(name: string, phase: string): string {
  return name === 'read' || name === 'write' || name === 'download' ? phase : `${name}: ${phase}`;
}

function bar(share: number): string {
  const width = 12;
  const full = Math.round(share * width);
  return `[${'='.repeat(full)}${' '.repeat(width - full)}] ${percent(share)}`;
}

function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}

/**
 * Returns the remaining time; empty until 2 s have passed and 5 % is done, because an earlier estimate is
 * worthless.
 */
function timeLeft(track: Track, now: number): string {
  const spent = now - track.startedAt;
  if (spent < 2000 || track.share < 0.05) return '';
  return `, ${Math.ceil((spent * (1 - track.share)) / track.share / 1000)} s left`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`.padStart(7);
}
