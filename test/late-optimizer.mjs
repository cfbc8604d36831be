/**
 * Has V8 compile loops and functions for speed only when they have run fifteen times as long as it would wait
 * else. Most of what tests run ends before that pays: without this, a quarter of their processor time goes
 * into it. The V8 of newer versions of Node does not know the flag.
 */
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';

if (process.version.startsWith('v20.')) setFlagsFromString('--interrupt-budget=1000000');
