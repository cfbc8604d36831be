import { failureLine } from '../terminal/failure-line.js';

/** Loads a worker. Loading opens a hundred files, and a failure must be reported in one line. */
try {
  await import('./worker-main.js');
} catch (error) {
  process.stderr.write(`gazarch: ${failureLine(error)}\n`);
  process.exit(1);
}
