import { parentPort, workerData } from 'node:worker_threads';
import { damageAt } from './damage-watch.js';

/** Answers with what is wrong with the database file that it is given, or null. damage-watch.ts starts it. */
parentPort!.postMessage(damageAt(workerData as string));
