import { PIECE_BYTES } from './kept/manifest.js';
import { OfflineError } from './kept/offline-error.js';
import { jsonOf, MANIFEST_FILE, type PieceSource } from './kept/piece-source.js';

/** Reads pieces from a local folder in Node. @param url the `file:` URL of the manifest or of its folder */
export function fromFolder(url: URL): PieceSource {
  // `node:fs` is not imported, because this file is also bundled for browsers.
  const { readFile } = process.getBuiltinModule('node:fs/promises');
  const { brotliDecompressSync, gunzipSync } = process.getBuiltinModule('node:zlib');
  const manifest = url.pathname.endsWith('.json')
    ? url
    : new URL(MANIFEST_FILE, `${url.href.replace(/\/$/, '')}/`);
  const limit = { maxOutputLength: PIECE_BYTES };
  const unpack = {
    br: (bytes: Uint8Array) => brotliDecompressSync(bytes, limit),
    gzip: (bytes: Uint8Array) => gunzipSync(bytes, limit),
    none: (bytes: Uint8Array) => bytes,
  };
  const read = async (file: URL, signal?: AbortSignal): Promise<Uint8Array> => {
    try {
      return await readFile(file, { signal });
    } catch (cause) {
      signal?.throwIfAborted();
      throw new OfflineError('not_found', `${file.pathname} cannot be read: export the pieces again.`, {
        cause,
      });
    }
  };
  return {
    manifest: async (signal) =>
      jsonOf(new TextDecoder().decode(await read(manifest, signal)), manifest.pathname),
    piece: async ({ file }, { packing }, signal) => {
      const packed = await read(new URL(file, manifest), signal);
      try {
        return new Uint8Array(unpack[packing](packed));
      } catch (cause) {
        throw new OfflineError('damaged', `${file} cannot be unpacked: export the pieces again.`, { cause });
      }
    },
  };
}
