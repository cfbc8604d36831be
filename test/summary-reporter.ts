import { readdirSync, readFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import { inRunFolder } from './run-folder.js';

/**
 * Prints what is missing on this machine, and one plain line at the end of a run, for people and machines
 * that read logs from the bottom.
 */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') counts[state]++;
      }
      if (module.state() === 'failed' && [...module.children.allTests('failed')].length === 0)
        counts.failed++;
    }
    const folder = inRunFolder('missing');
    const missing = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
    if (missing.length > 0)
      process.stdout.write(
        `\nSkipped is what needs these:\n${missing.map((what) => `- ${what}\n`).join('')}`,
      );
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  }
}
