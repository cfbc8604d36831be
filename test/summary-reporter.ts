import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { inRunFolder } from './run-folder.js';
import { figuresLine, figuresOfRun, tooExpensive } from './suite-figures.js';

/** More failures than these have one cause, most likely. */
const MOST_COMMANDS = 20;

/**
 * Prints how to run alone what failed, what is missing on this machine, what was left out, and one plain line
 * at the end of a run, for people and machines that read logs from the bottom.
 */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    const alone: string[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') counts[state]++;
        if (state === 'failed') alone.push(commandFor(module, test));
      }
      if (module.state() === 'failed' && [...module.children.allTests('failed')].length === 0) {
        counts.failed++;
        alone.push(commandFor(module));
      }
    }
    say('Run alone what failed:', alone.slice(0, MOST_COMMANDS));
    const folder = inRunFolder('missing');
    const missing = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
    say(
      'Skipped is what needs these:',
      missing.map((what) => `- ${what}`),
    );
    const figures = figuresOfRun(process.cwd());
    if (figures.files.size > 0) say(figuresLine(figures), tooExpensive(figures), true);
    const leftOut = process.env['GAZARCH_LEFT_OUT'];
    if (leftOut !== undefined) say(leftOut, [], true);
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  }
}

/** Prints a title with lines below it. Without lines it is printed only when it says something by itself. */
function say(title: string, lines: readonly string[], always = false): void {
  if (always || lines.length > 0) process.stdout.write(`\n${[title, ...lines].join('\n')}\n`);
}

/** The command that runs one test, or one file, alone. */
export function commandFor(
  { moduleId }: Pick<TestModule, 'moduleId'>,
  test?: Pick<TestCase, 'fullName'>,
): string {
  const path = relative(process.cwd(), moduleId);
  const config = path.endsWith('.proof.test.ts') ? ' --config vitest.proof.config.ts' : '';
  // Vitest takes a regular expression, and the shell a quoted word.
  const pattern = test?.fullName.replaceAll(' > ', ' ').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const name = pattern === undefined ? '' : ` -t '${pattern.replaceAll("'", `'\\''`)}'`;
  return `npx vitest run${config} ${path}${name}`;
}
