import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keyStatus } from '../../src/keys/api-key.js';
import { KeyMirror } from '../../src/keys/key-mirror.js';
import { compileSource } from './compiled-source.js';
import { findKey, newKey, openStore, REQUEST, temporaryDatabase } from './temporary-database.js';

const folder = compileSource();
const script = join(folder, 'child.js');

/**
 * The child obeys one command for each line of stdin and answers each with a
 * line. It ends when stdin ends.
 */
writeFileSync(
  script,
  `import { createInterface } from 'node:readline';
  import { createKey } from './keys/create-key.js';
  import { openKeyStore } from './cli/terminal/open-key-store.js';
  import { KeyMirror } from './keys/key-mirror.js';
  const store = await openKeyStore(process.argv[2], { mustExist: false, warn() {} });
  const mirror = await KeyMirror.start(store);
  console.log('open');
  for await (const line of createInterface({ input: process.stdin })) {
    const [verb, id] = line.split(' ');
    if (verb === 'create') {
      const { key, token } = await createKey(store, ${JSON.stringify(REQUEST)});
      console.log(key.id + ' ' + token);
    } else if (verb === 'revoke') {
      await store.revoke(id, new Date());
      console.log('revoked');
    } else if (verb === 'touch') {
      mirror.touched(id);
      console.log('touched');
    }
  }
  // Neither closed: the timers of a mirror must not keep a process alive.
  `,
);

interface Child {
  ask(line: string): Promise<string>;
  end(): Promise<number | null>;
}

async function startChild(path: string): Promise<Child> {
  const child = spawn(process.execPath, [script, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async (): Promise<string> => {
    const next = await lines.next();
    if (next.done === true) throw new Error('the child has ended');
    return next.value;
  };
  expect(await answer()).toBe('open');
  return {
    ask: (line) => {
      child.stdin.write(`${line}\n`);
      return answer();
    },
    end: async () => {
      child.stdin.end();
      return (await exited)[0];
    },
  };
}

describe('several processes on one key database', () => {
  it('open and migrate it at once, and each makes keys', async () => {
    const path = temporaryDatabase();
    const children = await Promise.all(Array.from({ length: 4 }, () => startChild(path)));
    const made = await Promise.all(children.flatMap((child) => [child.ask('create'), child.ask('create')]));
    const store = await openStore(path);
    const ids = (await store.list()).map(({ key }) => key.id);
    expect(ids.sort()).toEqual(made.map((line) => line.split(' ')[0]).sort());
    expect(await Promise.all(children.map((child) => child.end()))).toEqual([0, 0, 0, 0]);
  });

  it('see a key that another made at once, and its revocation within the promised five seconds', async () => {
    const path = temporaryDatabase();
    const store = await openStore(path);
    const mirror = await KeyMirror.start(store, { missRefresh_ms: 0 });
    onTestFinished(() => mirror.close());
    const child = await startChild(path);
    const [id, token] = (await child.ask('create')).split(' ');
    const key = await findKey(mirror, token);
    expect(key?.id).toBe(id);
    expect(findKey(mirror, token)).toEqual(key);
    await child.ask(`revoke ${id}`);
    await expect.poll(async () => keyStatus((await findKey(mirror, token))!, Date.now())).toBe('revoked');
    expect(await child.end()).toBe(0);
  });

  it('see their own revocations too', async () => {
    const store = await openStore(temporaryDatabase());
    const { key, token } = await newKey(store);
    const mirror = await KeyMirror.start(store);
    onTestFinished(() => mirror.close());
    await store.revoke(key.id, new Date());
    await expect.poll(async () => (await findKey(mirror, token))?.revokedAt).not.toBeNull();
  });

  it('write down the last use while others write', async () => {
    const path = temporaryDatabase();
    const store = await openStore(path);
    const { key } = await newKey(store);
    const mirror = await KeyMirror.start(store);
    const child = await startChild(path);
    mirror.touched(key.id);
    await Promise.all([mirror.close(), child.ask('create'), child.ask('create')]);
    // A write that met another one is left for the next flush. `close` is the last
    // flush, so try until one got through.
    const written = async (): Promise<unknown> => {
      mirror.touched(key.id);
      await mirror.flush();
      return (await store.get(key.id))?.key.lastUsedAt;
    };
    await expect.poll(written).not.toBeNull();
    expect(await child.end()).toBe(0);
  });
});
