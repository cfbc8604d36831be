import { parentPort, workerData } from 'node:worker_threads';
import { damageAt } from './damage-watch.js';

/** Replies with the damage found in the given database file, or null. damage-watch.ts starts this thread. */
parentPort!.postMessage(damageAt(workerData as string));
