/**
 * The maximum size of a position in bytes: two numbers of up to 7 characters, each of which may be escaped.
 */
const MOST_OF_POSITION = 2 * 7 * 2;
const BACKSLASH = 0x5c;

let bytes = new Uint8Array(4096);

/**
 * Encodes a line as a polyline with 6 decimals (Google's format with a factor of 1e6), in the bytes of a JSON
 * string without its quotes. The bytes are valid until the next call.
 * @param coordinates pairs of longitude and latitude in 1e-7 degrees
 */
export function encodePolyline6(coordinates: Int32Array): Uint8Array {
  const most = (coordinates.length / 2) * MOST_OF_POSITION;
  if (bytes.length < most) bytes = new Uint8Array(2 * most);
  let [at, lat, lon] = [0, 0, 0];
  for (let i = 0; i < coordinates.length; i += 2) {
    const nextLat = Math.round(coordinates[i + 1] / 10);
    const nextLon = Math.round(coordinates[i] / 10);
    at = writeNumber(nextLat - lat, at);
    at = writeNumber(nextLon - lon, at);
    [lat, lon] = [nextLat, nextLon];
  }
  return bytes.subarray(0, at);
}

/** Writes 5 bits per character, the lowest first. The lowest bit of the number is the sign. */
function writeNumber(value: number, start: number): number {
  let rest = value < 0 ? ~(value << 1) : value << 1;
  let at = start;
  for (; rest >= 0x20; rest >>>= 5) at = writeCharacter((0x20 | (rest & 0x1f)) + 63, at);
  return writeCharacter(rest + 63, at);
}

function writeCharacter(character: number, at: number): number {
  if (character === BACKSLASH) bytes[at++] = BACKSLASH;
  bytes[at++] = character;
  return at;
}
