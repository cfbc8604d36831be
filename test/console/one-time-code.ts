import { createHmac } from 'node:crypto';

/**
 * The code of this moment (RFC 6238), as an app makes it.
 * @param later in so many steps of 30 s: one is taken early
 */
export function codeOf(uri: string, later = 0): string {
  const secret = new URL(uri).searchParams.get('secret')!;
  let bits = '';
  for (const letter of secret.replace(/=+$/, ''))
    bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const hash = createHmac('sha1', key).update(counter).digest();
  const at = hash[19] & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
