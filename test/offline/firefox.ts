import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noteMissing } from '../run-folder.js';

const FIREFOX = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr';

/** Whether there is a Firefox to test with; says so when there is none. */
export function hasFirefox(): boolean {
  const isThere = existsSync(FIREFOX);
  if (!isThere) noteMissing(`Firefox is absent (${FIREFOX}, or set FIREFOX)`);
  return isThere;
}

/** Shows one page. Nobody drives it: the page does by itself what is wanted. */
export class Firefox {
  readonly #child: ChildProcess;
  readonly #profile: string;

  constructor(url: string) {
    this.#profile = mkdtempSync(join(tmpdir(), 'gazarch-firefox-'));
    const flags = ['--headless', '--no-remote', '--profile', this.#profile, url];
    this.#child = spawn(FIREFOX, flags, { stdio: 'ignore', detached: true });
  }

  /** Ends all of its processes. */
  async stop(): Promise<void> {
    const over = new Promise((resolve) => this.#child.once('exit', resolve));
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      process.kill(-this.#child.pid!, 'SIGKILL');
      await over;
    }
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
