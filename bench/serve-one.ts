/** One of the servers that are compared, in a process of its own. server-process.ts starts it. */
import { parseArgs } from 'node:util';
import { startBare, startGazarch, type ServerKind } from './http-servers.js';

const { values: flags } = parseArgs({
  options: {
    kind: { type: 'string' },
    size: { type: 'string', default: '0' },
    dataset: { type: 'string' },
    keys: { type: 'string' },
  },
});

const kind = flags.kind as ServerKind;
const listening =
  kind === 'gazarch'
    ? await startGazarch(flags.dataset ?? null, flags.keys ?? null)
    : await startBare(kind, Number(flags.size));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send!(user + system);
});
process.on('disconnect', () => process.exit(0));
process.send!(listening);
