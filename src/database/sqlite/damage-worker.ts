import { parentPort, workerData } from 'node:worker_threads';
import { damageAt } from './damage-watch.js';

/** Answers with the damage in the given database file, or null. damage-watch.ts starts it. */
parentPort!.postMessage(damageAt(workerData as string));
