/**
 * Makes a picture of the screen small: at most 256 colours, packed well. Pages have few colours, and edges of
 * letters that are a shade off are not seen. PNG: https://www.w3.org/TR/png-3/
 */
import { Buffer } from 'node:buffer';
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLORS = 256;

/** @param {Buffer} png RGB or RGBA, 8 bits each, as Chromium writes it @returns {Buffer} */
export function packPicture(png) {
  const { width, height, pixels } = readPicture(png);
  const palette = paletteOf(pixels);
  const nearest = new Map();
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const color = pixels[y * width + x];
      let index = nearest.get(color);
      if (index === undefined) nearest.set(color, (index = nearestOf(palette, color)));
      rows[y * (width + 1) + 1 + x] = index;
    }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8);
  const colors = Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]));
  return Buffer.concat([
    SIGNATURE,
    ...[chunk('IHDR', head), chunk('PLTE', colors)],
    ...[chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })), chunk('IEND', Buffer.alloc(0))],
  ]);
}

/** Colours as 0xRRGGBB. */
function readPicture(png) {
  const parts = [];
  let head = null;
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    const kind = png.toString('latin1', at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    if (kind === 'IHDR') head = data;
    if (kind === 'IDAT') parts.push(data);
    at += 12 + length;
  }
  const [width, height, samples] = [head.readUInt32BE(0), head.readUInt32BE(4), head[9] === 6 ? 4 : 3];
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * samples;
  const bytes = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y++) unfilter(raw, bytes, { y, stride, samples });
  const pixels = new Uint32Array(width * height);
  for (let i = 0; i < pixels.length; i++) {
    const at = i * samples;
    pixels[i] = (bytes[at] << 16) | (bytes[at + 1] << 8) | bytes[at + 2];
  }
  return { width, height, pixels };
}

function unfilter(raw, bytes, { y, stride, samples }) {
  const filter = raw[y * (stride + 1)];
  for (let i = 0; i < stride; i++) {
    const left = i < samples ? 0 : bytes[y * stride + i - samples];
    const up = y === 0 ? 0 : bytes[(y - 1) * stride + i];
    const corner = y === 0 || i < samples ? 0 : bytes[(y - 1) * stride + i - samples];
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
    bytes[y * stride + i] = raw[y * (stride + 1) + 1 + i] + guess;
  }
}

function paeth(left, up, corner) {
  const guess = left + up - corner;
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(guess - value));
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Median cut: the box of colours that spreads widest is split, until there are enough. */
function paletteOf(pixels) {
  const counts = new Map();
  for (const color of pixels) counts.set(color, (counts.get(color) ?? 0) + 1);
  const boxes = [[...counts]];
  while (boxes.length < COLORS) {
    const spreads = boxes.map((box) => spreadOf(box));
    const widest = spreads.reduce((best, { weight }, i) => (weight > spreads[best].weight ? i : best), 0);
    if (spreads[widest].weight === 0) break;
    const { shift } = spreads[widest];
    const box = boxes[widest].sort(([a], [b]) => ((a >> shift) & 255) - ((b >> shift) & 255));
    const half = middleOf(box);
    boxes.splice(widest, 1, box.slice(0, half), box.slice(half));
  }
  return boxes.map((box) => box.reduce((best, one) => (one[1] > best[1] ? one : best))[0]);
}

/** How far the colours of a box are from each other, and in which of red, green and blue most. */
function spreadOf(box) {
  const total = box.reduce((sum, [, count]) => sum + count, 0);
  const ranges = [16, 8, 0].map((shift) => {
    const values = box.map(([color]) => (color >> shift) & 255);
    return { shift, range: Math.max(...values) - Math.min(...values) };
  });
  const { shift, range } = ranges.reduce((best, one) => (one.range > best.range ? one : best));
  return { shift, weight: box.length < 2 ? 0 : range * Math.sqrt(total) };
}

/** Where half of the pixels of a box are before, at least one colour on each side. */
function middleOf(box) {
  const half = box.reduce((sum, [, count]) => sum + count, 0) / 2;
  let [sum, i] = [0, 0];
  while (i < box.length - 1 && sum < half) sum += box[i++][1];
  return Math.max(1, Math.min(i, box.length - 1));
}

function nearestOf(palette, color) {
  let [best, least] = [0, Infinity];
  for (let i = 0; i < palette.length; i++) {
    const distance = [16, 8, 0].reduce(
      (sum, shift) => sum + (((palette[i] >> shift) & 255) - ((color >> shift) & 255)) ** 2,
      0,
    );
    if (distance < least) [best, least] = [i, distance];
  }
  return best;
}

function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
