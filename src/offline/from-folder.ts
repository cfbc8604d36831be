import { MANIFEST_FILE, type PieceSource } from './kept/piece-source.js';

/** Pieces in a folder of this machine, in Node. @param url `file:` of the manifest, or of its folder */
export function fromFolder(url: URL): PieceSource {
  // No import: this file is bundled for browsers, too.
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const { brotliDecompressSync, gunzipSync } = process.getBuiltinModule('node:zlib');
  const manifest = url.pathname.endsWith('.json')
    ? url
    : new URL(MANIFEST_FILE, `${url.href.replace(/\/$/, '')}/`);
  const unpack = {
    br: brotliDecompressSync,
    gzip: gunzipSync,
    none: (bytes: Uint8Array) => bytes,
  };
  return {
    manifest: () => Promise.resolve().then(() => JSON.parse(readFileSync(manifest, 'utf8')) as unknown),
    piece: ({ file }, { packing }) =>
      Promise.resolve().then(() => new Uint8Array(unpack[packing](readFileSync(new URL(file, manifest))))),
  };
}
