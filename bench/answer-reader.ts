import { connect, type Socket } from 'node:net';

/**
 * A connection that only reads answers and counts their bytes. All connections read into the same memory,
 * because each piece is looked at immediately. A buffer and a stream for each answer would cost more than
 * the rest of receiving it.
 * @param onAnswer gets the status of each answer and the length of its body in bytes
 * @throws Error, from the socket's callback, when an answer does not state its length
 */
export function connectReader(port: number, onAnswer: (status: number, length: number) => void): Socket {
  let missing = -1;
  let [status, length] = [0, 0];
  const callback = (received: number): boolean => {
    if (missing < 0) {
      // A head arrives whole: servers write it in one piece with the start of the body.
      const bytes = RECEIVED.subarray(0, received);
      const head = bytes.indexOf(HEAD_END);
      let at = bytes.indexOf(LENGTH);
      if (at < 0) at = bytes.indexOf(LENGTH_LOWER);
      status = digits(bytes, STATUS_AT);
      if (head < 0 || (at < 0 && status !== NO_CONTENT))
        throw new Error(`an answer without its length: ${bytes.toString('latin1', 0, 200)}`);
      length = at < 0 ? 0 : digits(bytes, at + LENGTH.length);
      missing = head + HEAD_END.length + length;
    }
    missing -= received;
    if (missing > 0) return true;
    missing = -1;
    onAnswer(status, length);
    return true;
  };
  return connect({ host: '127.0.0.1', port, noDelay: true, onread: { buffer: RECEIVED, callback } });
}

const RECEIVED = Buffer.allocUnsafeSlow(2 ** 16);
const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = Buffer.from('ontent-Length: ');
const LENGTH_LOWER = Buffer.from('ontent-length: ');
const NO_CONTENT = 204;
const STATUS_AT = 'HTTP/1.1 '.length;

/** Reads a decimal number. */
function digits(bytes: Uint8Array, from: number): number {
  let value = 0;
  for (let at = from; bytes[at] >= 0x30 && bytes[at] <= 0x39; at++) value = value * 10 + bytes[at] - 0x30;
  return value;
}
