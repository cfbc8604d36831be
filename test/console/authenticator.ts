import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

type Json = Record<string, unknown>;

const FLAG_PRESENT = 0x01;
const FLAG_VERIFIED = 0x04;
const FLAG_CREDENTIAL = 0x40;

/** A passkey device in software (WebAuthn Level 2): ES256, attestation `none`. */
export class Authenticator {
  readonly #origin: string;
  readonly #id = randomBytes(16);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #counter = 0;
  #userHandle = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** What `navigator.credentials.create()` gives, as JSON. */
  create(options: Json): Json {
    const { id } = options['rp'] as { id: string };
    this.#userHandle = (options['user'] as { id: string }).id;
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = cborMap([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ]);
    const length = Buffer.from([0, this.#id.length]);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, key]);
    const data = Buffer.concat([this.#authData(id, FLAG_CREDENTIAL), credential]);
    const attestation = cborMap([
      ['fmt', 'none'],
      ['attStmt', cborMap([])],
      ['authData', data],
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', options),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** What `navigator.credentials.get()` gives, as JSON. */
  get(options: Json): Json {
    const clientData = this.#clientData('webauthn.get', options);
    const data = this.#authData(options['rpId'] as string, 0);
    const hash = createHash('sha256').update(Buffer.from(clientData, 'base64url')).digest();
    return this.#credential({
      clientDataJSON: clientData,
      authenticatorData: data.toString('base64url'),
      signature: signed(Buffer.concat([data, hash]), this.#keys.privateKey),
      userHandle: this.#userHandle,
    });
  }

  #credential(response: Json): Json {
    const id = this.#id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #clientData(type: string, options: Json): string {
    const data = { type, challenge: options['challenge'], origin: this.#origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }

  #authData(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++this.#counter);
    const all = Buffer.from([FLAG_PRESENT | FLAG_VERIFIED | flags]);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), all, counter]);
  }
}

function signed(data: Buffer, key: KeyObject): string {
  return sign('sha256', data, key).toString('base64url');
}

type Cbor = number | string | Buffer;

/** Maps stand in an array as they are: a buffer that `cborMap` made is put in without a length. */
const MAPS = new WeakSet<Buffer>();

/** RFC 8949, as much of it as an attestation needs. */
function cborMap(entries: readonly [Cbor, Cbor][]): Buffer {
  const map = Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
  MAPS.add(map);
  return map;
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  return MAPS.has(value) ? value : Buffer.concat([head(2, value.length), value]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  return size < 256
    ? Buffer.from([(major << 5) | 24, size])
    : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
}
