import { parentPort, workerData } from 'node:worker_threads';
import { damageAt } from './damage-watch.js';

/**
 * Posts the damage found in the given database file, or null if there is none. damage-watch.ts starts this
 * thread.
 */
parentPort!.postMessage(damageAt(workerData as string));
