#!/usr/bin/env node
import { startAgainGivingBack } from './serve/process/allocator.js';
import { failureLine } from './terminal/failure-line.js';

startAgainGivingBack();

/**
 * The program is loaded from here, not by an import statement: loading it opens hundreds of files, and
 * a failure of that is to be one line, too.
 */
try {
  const { runProgram } = await import('./program.js');
  await runProgram();
} catch (error) {
  process.stderr.write(`gazarch: ${failureLine(error)}\n`);
  process.exit(1);
}
