import { gzipSync } from 'node:zlib';
import { FEED_LIMITS } from '../../src/dataset-feed/feed-limits.js';
import { PATIENCE_MS } from '../patience.js';
import { sha256, type FeedServer } from './feed-server.js';

/** A busy machine takes its time. */
export const PATIENT = {
  ...FEED_LIMITS,
  connect_ms: PATIENCE_MS,
  answer_ms: PATIENCE_MS,
  stall_ms: PATIENCE_MS,
  slowest_bytes_per_s: 1,
  attempts: 2,
  retryWait_ms: 1,
};
/** For servers that are to meet one of these limits. Nothing else has to happen within it. */
const HASTY = { answer_ms: 5_000, stall_ms: 500, slowest_bytes_per_s: 10_000 };

interface Given {
  /** The dataset of the edition. */
  two: Buffer;
  /** Those of the feed, which may be made stricter. */
  limits: typeof PATIENT;
}

/** What is published as edition 2, and the line that it must give. */
export const BAD: [string, (at: FeedServer, given: Given) => void, RegExp][] = [
  [
    'a wrong checksum',
    (at, { two }) => at.publish(two, 2, { sha256: 'a'.repeat(64) }),
    /^refused: edition 2 \(m-2\.gazarch\): its SHA-256 is \w{12}…, but the manifest says aaaaaaaaaaaa…$/,
  ],
  [
    'a torn file',
    (at, { two }) => {
      at.publish(two, 2);
      at.files.set('/m-2.gazarch', two.subarray(0, 900));
    },
    /^refused: \S+m-2\.gazarch has 900 bytes, but the manifest says \d+$/,
  ],
  [
    'a torn file of unknown length',
    (at, { two }) => {
      at.publish(two, 2);
      at.instead.set('/m-2.gazarch', (_, response) => {
        response.write(two.subarray(0, 900));
        response.end();
      });
    },
    /^refused: \S+m-2\.gazarch has 900 bytes, but the manifest says \d+$/,
  ],
  [
    'a file with one bit turned, and the checksum of that',
    (at, { two }) => {
      const bad = Buffer.from(two);
      bad[bad.length - 1] ^= 1;
      at.publish(bad, 2);
    },
    /^refused: edition 2 .*: it has the right checksum, but the file .*: section \S+ has a wrong checksum$/,
  ],
  [
    'no dataset at all',
    (at) => at.publish(Buffer.alloc(5000, 32), 2),
    /^refused: edition 2 .* the file is not a usable dataset: it does not begin with GAZARCH$/,
  ],
  [
    'a format of the past in the manifest',
    (at, { two }) => at.publish(two, 2, { format: 7 }),
    /^refused: edition 2 has format version 7, this program reads version 6; update gazarch here$/,
  ],
  [
    'a format of the past in the file only',
    (at, { two }) => {
      const old = Buffer.from(two);
      old.writeUInt32LE(99, 8);
      at.publish(old, 2);
    },
    /^refused: edition 2 .* it has format version 99, this program reads version 6$/,
  ],
  [
    'other bytes for the same edition',
    (at, { two }) => at.publish(two, 1),
    /^refused: edition 1 differs from the edition 1 that was downloaded before; publish changed data as a/,
  ],
  [
    'a file that is not uploaded',
    (at, { two }) => {
      at.publish(two, 2);
      at.files.delete('/m-2.gazarch');
    },
    /^refused: \S+m-2\.gazarch: the server answered with HTTP status 404; has the file been uploaded\?$/,
  ],
  [
    'an endless file',
    (at, { two }) => {
      at.publish(two, 2);
      at.instead.set('/m-2.gazarch', (_, response) => {
        at.drip(response, 1, () => response.write(Buffer.alloc(10_000, 1)));
      });
    },
    /^refused: \S+m-2\.gazarch is longer than the \d+ bytes stated in the manifest$/,
  ],
  [
    'a packed file that unpacks to more',
    (at, { two }) => {
      const manifest = at.publish(two, 2, { packed: true });
      const bomb = gzipSync(Buffer.alloc(50_000_000));
      at.files.set('/m-2.gazarch.gz', bomb);
      manifest.gzip = { file: 'm-2.gazarch.gz', bytes: bomb.length, sha256: sha256(bomb) };
      at.files.set('/m.json', Buffer.from(JSON.stringify(manifest)));
    },
    /^refused: edition 2 \(m-2\.gazarch\.gz\): it unpacks to more than the \d+ bytes stated in the manifest$/,
  ],
  [
    'a web page instead of the manifest',
    (at) => at.files.set('/m.json', Buffer.from('<!doctype html><p>Welcome')),
    /^refused: \S+m\.json is not a manifest: it is a web page \(HTML\)$/,
  ],
  [
    'an endless manifest',
    (at) =>
      at.instead.set('/m.json', (_, response) =>
        at.drip(response, 1, () => response.write(' '.repeat(9999))),
      ),
    /^refused: \S+m\.json is not a manifest: it has more than 65536 bytes$/,
  ],
  [
    'a manifest that points out of its folder',
    (at, { two }) => at.publish(two, 2, { file: '../secret' }),
    /^refused: \S+m\.json is not a manifest: "file" must be a file name of letters, digits, dots, - and _$/,
  ],
  [
    'a server error',
    (at) => at.instead.set('/m.json', (_, response) => response.writeHead(500).end()),
    /^away: \S+m\.json: the server answered with HTTP status 500$/,
  ],
  [
    'a server that hangs',
    (at, { limits }) => {
      limits.answer_ms = HASTY.answer_ms;
      at.instead.set('/m.json', () => undefined);
    },
    /^away: cannot reach 127\.0\.0\.1:\d+: it does not answer$/,
  ],
  [
    'a manifest in drops',
    (at, { limits }) => {
      limits.answer_ms = HASTY.answer_ms;
      at.instead.set('/m.json', (_, response) => {
        at.drip(response, 20, () => response.write(' '));
      });
    },
    /^away: \S+m\.json: it sends too slowly$/,
  ],
  [
    'a file in drops',
    (at, { two, limits }) => {
      const { stall_ms, slowest_bytes_per_s } = HASTY;
      Object.assign(limits, { stall_ms, slowest_bytes_per_s });
      at.publish(two, 2);
      at.instead.set('/m-2.gazarch', (_, response) => {
        response.writeHead(200, { 'content-length': two.length });
        at.drip(response, 20, () => response.write('x'));
      });
    },
    /^away: \S+m-2\.gazarch: the server sends less than 10000 bytes per second$/,
  ],
  [
    'a file that hangs',
    (at, { two, limits }) => {
      const { stall_ms, slowest_bytes_per_s } = HASTY;
      Object.assign(limits, { stall_ms, slowest_bytes_per_s });
      at.publish(two, 2);
      at.instead.set('/m-2.gazarch', (_, response) => void response.writeHead(200).write('GAZ'));
    },
    /^away: \S+m-2\.gazarch: the server sends less than 10000 bytes per second$/,
  ],
  [
    'a circle of redirects',
    (at) =>
      at.instead.set('/m.json', (_, response) => response.writeHead(302, { location: '/m.json' }).end()),
    /^away: \S+m\.json redirects more than 3 times$/,
  ],
  [
    'a redirect to another scheme',
    (at) =>
      at.instead.set('/m.json', (_, response) =>
        response.writeHead(301, { location: 'https://user:pw@127.0.0.1/m.json' }).end(),
      ),
    /^away: \S+m\.json redirects to https:\/\/\*\*\*@127\.0\.0\.1\/m\.json: .* https: is not followed$/,
  ],
];
