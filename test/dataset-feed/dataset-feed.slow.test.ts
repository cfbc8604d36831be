import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { install, pointTo } from '../../src/dataset/change-folder.js';
import { servedDataset, servedPath } from '../../src/dataset/dataset-folder.js';
import { lockFolder, withFolderLock } from '../../src/dataset/folder-lock.js';
import { DatasetFeed, type Trouble } from '../../src/dataset-feed/dataset-feed.js';
import { feedState } from '../../src/dataset-feed/feed-state.js';
import type { PublishedLayer } from '../../src/dataset-feed/manifest.js';
import { layerText } from '../../src/dataset/layers/layer-file.js';
import { layerNames, layerPath, readLayer } from '../../src/dataset/layers/layer-folder.js';
import { BAD, PATIENT } from './bad-editions.js';
import { FeedServer, sha256, type Misbehaviour } from './feed-server.js';
import { tinyDataset } from './tiny-datasets.js';

/** A folder of datasets that follows a URL, against a real server that misbehaves. */

const limits = { ...PATIENT };

let base: string;
let one: Buffer;
let two: Buffer;
let three: Buffer;
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'gazarch-feed-'));
  one = await tinyDataset(base, 'one');
  two = await tinyDataset(base, 'two');
  three = await tinyDataset(base, 'three');
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

let server: FeedServer;
let folder: string;
/** What an operator reads, in order. */
let told: string[];
let isRefused: boolean;
let number = 0;
beforeEach(async () => {
  server = await FeedServer.start();
  folder = join(base, `folder-${++number}`);
  told = [];
  isRefused = false;
  Object.assign(limits, PATIENT);
});
afterEach(() => server.stop());

/** A feed that asks only when it is told to. */
function feedOf(options: { url?: URL; into?: string; keep?: number } = {}): DatasetFeed {
  const feed = new DatasetFeed({
    url: options.url ?? server.url(),
    folder: options.into ?? folder,
    keep: options.keep ?? 3,
    poll_ms: 3_600_000,
    limits,
    onTaken: ({ edition, isKept }) => told.push(`${isKept ? 'kept' : 'taken'} ${edition}`),
    onTrouble: (trouble: Trouble, reason) => told.push(`${trouble}: ${reason}`),
    onLayers: (taken, removed) => told.push(`layers +${taken.join()} -${removed.join()}`),
    onMap: (reason) => told.push(reason === null ? 'map' : `no map: ${reason}`),
    onRecovered: () => told.push('recovered'),
    onRefusal: (refused) => (isRefused = refused),
  });
  onTestFinished(() => feed.close());
  return feed;
}

const served = (): Buffer => readFileSync(servedPath(folder));
const parts = (): string[] => readdirSync(join(folder, 'download')).filter((name) => !name.includes('lock'));

const tiles = (of: number): string => readFileSync(join(folder, `dataset-000${of}.pmtiles`), 'utf8');

/** The text of a layer with one place. */
function layerOf(layer: string, name: string): string {
  const source = { name: 'x.csv', bytes: 1, sha256: 'x' };
  const head = { name: layer, written_at: '2026-11-23T00:00:00Z', source, places: 1, left_out: [] };
  const geometry = { kind: 'point', lon7: 1_069_000_000, lat7: 479_000_000 } as const;
  return layerText({ ...head, features: [{ id: '1', tags: { name }, geometry }] });
}

/** Edition 1 is served, and then something is published. */
async function afterEditionOne(): Promise<DatasetFeed> {
  server.publish(one, 1);
  const feed = feedOf();
  await feed.ask();
  expect(told).toEqual(['taken 1']);
  told = [];
  server.asked.length = 0;
  return feed;
}

describe('a folder that follows a URL', () => {
  it('takes each new edition as the next numbered file, and asks with the tag', async () => {
    const feed = await afterEditionOne();
    expect(served()).toEqual(one);
    await feed.ask();
    expect(server.asked.map(({ path, status }) => [path, status])).toEqual([['/m.json', 304]]);
    server.publish(two, 2);
    await feed.ask();
    expect(served()).toEqual(two);
    expect(servedDataset(folder)?.number).toBe(2);
    expect(feedState(folder)).toMatchObject({
      editions: [
        { edition: 2, number: 2, sha256: sha256(two) },
        { edition: 1, number: 1 },
      ],
    });
    expect(parts()).toEqual([]);
    expect(told).toEqual(['taken 2']);
  });

  it('downloads the packed file where there is one', async () => {
    server.publish(one, 1, { packed: true });
    await feedOf().ask();
    expect(served()).toEqual(one);
    expect(server.count('/m-1.gazarch')).toBe(0);
    expect(server.count('/m-1.gazarch.gz', 200)).toBe(1);
    expect(parts()).toEqual([]);
  });

  it('takes the map after the dataset, also when it is published later', async () => {
    const feed = await afterEditionOne();
    const map = server.publishMap('tiles of one');
    server.publish(one, 1, { map });
    await feed.ask();
    expect(told).toEqual(['map']);
    expect(tiles(1)).toBe('tiles of one');
    expect(parts()).toEqual([]);
    server.asked.length = 0;
    await feed.ask();
    expect(server.count('/m.pmtiles')).toBe(0);
    // Back from another edition, both files are still there.
    server.publish(two, 2);
    await feed.ask();
    server.publish(one, 1, { rollback: true, map });
    await feed.ask();
    expect(server.count('/m.pmtiles')).toBe(0);
    expect(told).toEqual(['map', 'taken 2', 'kept 1']);
  });

  it('takes layers of own places, with their changes and their end; layers of this folder stay', async () => {
    const feed = await afterEditionOne();
    writeFileSync(layerPath(folder, 'ours'), layerOf('ours', 'Манай'));
    const ours = readFileSync(layerPath(folder, 'ours'));
    const name = (layer: string): string => readLayer(folder, layer).features[0].tags['name'];
    const ask = async (...layers: PublishedLayer[]): Promise<string[]> => {
      server.publish(one, 1, { layers });
      told = [];
      await feed.ask();
      return told;
    };
    const [first, second] = [
      server.publishLayer('shops', layerOf('shops', 'Нэг')),
      server.publishLayer('ours', layerOf('ours', 'Өөр')),
    ];
    expect(await ask(first, second)).toEqual(['layers +shops -']);
    expect([name('shops'), readFileSync(layerPath(folder, 'ours'))]).toEqual(['Нэг', ours]);
    expect(await ask(first, second)).toEqual([]);
    expect(await ask(server.publishLayer('shops', layerOf('shops', 'Хоёр')))).toEqual(['layers +shops -']);
    expect(name('shops')).toBe('Хоёр');
    const broken = server.publishLayer('shops', layerOf('shops', 'Гурав'));
    server.files.set(`/${broken.file}`, Buffer.from('x'.repeat(broken.bytes)));
    expect((await ask(broken))[0]).toMatch(/^refused: .* does not match the SHA-256 in the manifest/);
    expect([name('shops'), isRefused]).toEqual(['Хоёр', true]);
    expect(await ask()).toEqual(['layers + -shops', 'recovered']);
    expect(layerNames(folder)).toEqual(['ours']);
  });

  it('serves an edition whose map is no good, says so once, and takes a better one', async () => {
    const map = server.publishMap('what was published');
    server.files.set('/m.pmtiles', Buffer.from('what is on the way'));
    server.publish(one, 1, { map });
    const feed = feedOf();
    await feed.ask();
    expect(served()).toEqual(one);
    expect(told[1]).toMatch(/^no map: its SHA-256 is /);
    await feed.ask();
    expect([told.length, isRefused, parts()]).toEqual([2, false, []]);
    server.publish(one, 1, { map: server.publishMap('better') });
    await feed.ask();
    expect([told[2], tiles(1)]).toEqual(['map', 'better']);
  });

  it('keeps as many datasets as it is told', async () => {
    server.publish(one, 1);
    const feed = feedOf({ keep: 1 });
    await feed.ask();
    server.publish(two, 2);
    await feed.ask();
    expect(readdirSync(folder).filter((name) => name.endsWith('.gazarch'))).toEqual(['dataset-0002.gazarch']);
  });

  it('leaves a rollback of the operator alone until the next edition', async () => {
    const feed = await afterEditionOne();
    server.publish(two, 2);
    await feed.ask();
    await withFolderLock(folder, 'test', (lock) => pointTo(lock, 1));
    await feed.ask();
    expect(served()).toEqual(one);
    server.publish(three, 3);
    await feed.ask();
    expect(served()).toEqual(three);
  });

  it('goes back to a kept file when the manifest says that it is a rollback', async () => {
    const feed = await afterEditionOne();
    server.publish(two, 2);
    await feed.ask();
    server.publish(one, 1, { rollback: true });
    server.asked.length = 0;
    await feed.ask();
    expect(served()).toEqual(one);
    expect(server.count('/m-1.gazarch')).toBe(0);
    expect(told).toEqual(['taken 2', 'kept 1']);
  });

  it('goes on where a download was cut, also after a restart', async () => {
    const manifest = server.publish(one, 1);
    const part = join(folder, 'download', `${manifest.sha256.slice(0, 16)}.part`);
    const cut: Misbehaviour = (request, response) => {
      const start = Number(/\d+/.exec(request.headers.range ?? '0')![0]);
      const headers = { 'content-length': one.length - start };
      if (start > 0)
        Object.assign(headers, { 'content-range': `bytes ${start}-${one.length - 1}/${one.length}` });
      response.writeHead(start > 0 ? 206 : 200, headers);
      response.write(one.subarray(start, start + 1000));
      // Cut when the bytes are on disk: what a socket still held when it broke would be asked for again.
      const whenKept = setInterval(() => {
        if ((statSync(part, { throwIfNoEntry: false })?.size ?? 0) < start + 1000) return;
        clearInterval(whenKept);
        response.destroy();
      }, 5);
    };
    server.instead.set('/m-1.gazarch', cut);
    const feed = feedOf();
    await feed.ask();
    expect(told).toEqual([expect.stringMatching(/^away: .*m-1\.gazarch: the connection broke off$/)]);
    await feed.close();
    expect(parts()).toEqual([basename(part)]);
    server.instead.clear();
    server.asked.length = 0;
    await feedOf().ask();
    expect(server.asked.filter(({ path }) => path === '/m-1.gazarch')).toMatchObject([
      { status: 206, range: 'bytes=2000-' },
    ]);
    expect(served()).toEqual(one);
  });

  it('begins again when the server has no ranges, and when the beginning is of another file', async () => {
    const manifest = server.publish(one, 1);
    const download = join(folder, 'download');
    lockFolder(download, 'test').release();
    const part = join(download, `${manifest.sha256.slice(0, 16)}.part`);
    writeFileSync(part, Buffer.alloc(500, 7));
    await feedOf().ask();
    expect(served()).toEqual(one);
    expect(server.asked.filter(({ path }) => path === '/m-1.gazarch').map(({ status }) => status)).toEqual([
      206, 200,
    ]);

    const second = server.publish(two, 2);
    writeFileSync(join(download, `${second.sha256.slice(0, 16)}.part`), two.subarray(0, 500));
    server.instead.set('/m-2.gazarch', (_, response) => response.end(two));
    await feedOf().ask();
    expect(served()).toEqual(two);
  });

  it('fetches a file again that was damaged while nobody looked', async () => {
    await (await afterEditionOne()).close();
    const path = servedPath(folder);
    const bytes = readFileSync(path);
    bytes[bytes.length - 1] ^= 1;
    writeFileSync(path, bytes);
    await feedOf().ask();
    expect(told).toEqual(['taken 1']);
    expect(served()).toEqual(one);
    expect(servedDataset(folder)?.number).toBe(2);
  });

  it('downloads once for two processes with one folder', async () => {
    server.publish(one, 1);
    const feeds = [feedOf(), feedOf()];
    await Promise.all(feeds.map((feed) => feed.ask()));
    await Promise.all(feeds.map((feed) => feed.ask()));
    expect(server.count('/m-1.gazarch', 200)).toBe(1);
    expect(told).toEqual(['taken 1']);
    expect(isRefused).toBe(false);
  });

  it('waits for an import that has the folder, and does not download again', async () => {
    const feed = await afterEditionOne();
    server.publish(two, 2, { packed: true });
    const lock = lockFolder(folder, 'import of x');
    await feed.ask();
    expect(served()).toEqual(one);
    lock.release();
    await feed.ask();
    expect(served()).toEqual(two);
    expect(server.count('/m-2.gazarch.gz')).toBe(1);
    expect(told).toEqual(['taken 2']);
  });

  it('serves bytes that it has already, after a cut between pointer and note', async () => {
    const feed = await afterEditionOne();
    const loose = join(folder, 'loose');
    writeFileSync(loose, two);
    await withFolderLock(folder, 'test', (lock) => pointTo(lock, install(lock, loose)));
    server.publish(two, 2);
    await feed.ask();
    expect(servedDataset(folder)?.number).toBe(2);
    expect(existsSync(join(folder, 'dataset-0003.gazarch'))).toBe(false);
  });
});

describe('what is refused', () => {
  it.each(BAD)('%s: one line, and the old data is served', async (_, misbehave, line) => {
    const feed = await afterEditionOne();
    misbehave(server, { two, limits });
    await feed.ask();
    expect(told).toEqual([expect.stringMatching(line)]);
    expect(served()).toEqual(one);
    expect(isRefused).toBe(told[0].startsWith('refused'));
    expect(feed.refusals).toBe(isRefused ? 1 : 0);
    // The same reason is not told again, and the next good edition makes it good.
    await feed.ask();
    expect(told).toHaveLength(1);
    expect(feed.refusals).toBe(isRefused ? 1 : 0);
    expect(served()).toEqual(one);
    Object.assign(limits, PATIENT);
    server.instead.clear();
    server.publish(three, 3);
    await feed.ask();
    expect(told.slice(1)).toEqual(['taken 3', 'recovered']);
    expect(isRefused).toBe(false);
    expect(served()).toEqual(three);
  });

  it('an edition that moves back without saying so', async () => {
    server.publish(two, 2);
    const feed = feedOf();
    await feed.ask();
    server.publish(one, 1);
    await feed.ask();
    expect(told).toEqual([
      'taken 2',
      'refused: edition 1 is older than edition 2, but the manifest does not mark it as a rollback; ' +
        'publish it with --rollback',
    ]);
    expect(served()).toEqual(two);
  });

  it('is not downloaded again while the server has the same file', async () => {
    const feed = await afterEditionOne();
    server.publish(two, 2, { sha256: 'a'.repeat(64) });
    await feed.ask();
    await feed.ask();
    expect(server.asked.filter(({ path }) => path === '/m-2.gazarch').map(({ status }) => status)).toEqual([
      200, 304,
    ]);
    expect(told).toHaveLength(1);
  });

  it('does not keep a stop waiting', async () => {
    server.publish(one, 1);
    server.instead.set('/m-1.gazarch', () => undefined);
    const feed = feedOf();
    const asking = feed.ask();
    await expect.poll(() => readdirSync(folder)).toContain('download');
    await feed.close();
    await asking;
    expect(told).toEqual([]);
  });
});

describe('a password in the URL', () => {
  it('goes to its own host only, and to no message', async () => {
    const other = await FeedServer.start();
    onTestFinished(() => other.stop());
    server.publish(one, 1);
    const far = new URL(other.url());
    // The file lies on another server.
    server.instead.set('/m-1.gazarch', (_, response) =>
      response.writeHead(307, { location: far.href.replace('m.json', 'm-1.gazarch') }).end(),
    );
    other.files.set('/m-1.gazarch', one);
    const feed = feedOf({ url: server.url('me:se%2Fcret') });
    await feed.ask();
    expect(told).toEqual(['taken 1']);
    const basic = `Basic ${Buffer.from('me:se/cret').toString('base64')}`;
    expect(server.asked.map(({ authorization }) => authorization)).toEqual([basic, basic]);
    expect(other.asked.map(({ authorization }) => authorization)).toEqual([undefined]);
    server.files.delete('/m.json');
    await feed.ask();
    expect(told[1]).toMatch(/^away: http:\/\/\*\*\*@127\.0\.0\.1:\d+\/m\.json: .* status 404$/);
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.json')))
      expect(readFileSync(join(folder, name), 'utf8')).not.toContain('cret');
  });
});
