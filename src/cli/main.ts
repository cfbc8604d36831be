#!/usr/bin/env node
import { startAgainGivingBack } from './serve/process/allocator.js';
import { failureLine } from './terminal/failure-line.js';

startAgainGivingBack();

/**
 * The program is loaded here instead of by an import statement: loading opens hundreds of files, and a
 * failure to open one must also be reported in one line.
 */
try {
  const { runProgram } = await import('./program.js');
  await runProgram();
} catch (error) {
  process.stderr.write(`gazarch: ${failureLine(error)}\n`);
  process.exit(1);
}
