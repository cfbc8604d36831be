import { FORMAT_VERSION } from '../../dataset/format.js';
import {
  checkedManifest,
  damagedManifest,
  EDITION_DIGITS,
  editionText,
  type OfflineManifest,
} from './manifest.js';
import type { PieceSource } from './piece-source.js';
import { sha256Of } from './sha256.js';

/**
 * Reads a source's manifest and checks it against its own digest.
 * @throws OfflineError `damaged`, `other_version`, or the source's error
 */
export async function readManifest(source: PieceSource, signal?: AbortSignal): Promise<OfflineManifest> {
  const manifest = checkedManifest(await source.manifest(signal), FORMAT_VERSION);
  const digest = await sha256Of(new TextEncoder().encode(editionText(manifest)));
  if (digest.slice(0, EDITION_DIGITS) !== manifest.edition) throw damagedManifest();
  return manifest;
}
