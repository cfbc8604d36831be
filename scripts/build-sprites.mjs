/**
 * Draws the icons of the map into sprites, as MapLibre reads them: `light` and `dark`, each at one and at two
 * pixels a unit. There is no picture to load and no library: shapes are filled by asking, of 16 points in
 * each pixel, which lie inside.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Buffer } from 'node:buffer';
import process from 'node:process';
import { crc32, deflateSync } from 'node:zlib';
import { ICONS, SUBJECTS } from './map-icons.mjs';

/** Of an icon, in pixels at ratio 1. Its shapes are on 20 units. */
const SIZE = 20;
const POINTS = 4;
const THEMES = ['light', 'dark'];
const SIGN = ['#ffffff', '#14171b'];
const RIM = ['#fffdf8', '#14171b'];

/** A rounded box behind the number of a road, which stretches with it; and arrows of one-way streets. */
const SHIELDS = {
  'shield-main': [
    ['#ffffff', '#2c3138'],
    ['#b98a2f', '#8a7440'],
  ],
  'shield-asian': [
    ['#1f5fa8', '#2d4f7c'],
    ['#ffffff', '#9fb6d6'],
  ],
};
const ARROW = ['#7d746a', '#98a1ab'];

const rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));

function isInPolygon(points, x, y) {
  let inside = false;
  for (let i = 0, j = points.length - 2; i < points.length; j = i, i += 2) {
    const [ax, ay, bx, by] = [points[i], points[i + 1], points[j], points[j + 1]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

function isOnLine([width, ...points], x, y) {
  for (let i = 0; i + 3 < points.length; i += 2) {
    const [ax, ay, bx, by] = points.slice(i, i + 4);
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const t = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
    if (Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)) <= width / 2) return true;
  }
  return false;
}

function isIn(shape, x, y) {
  if (shape.p !== undefined) return isInPolygon(shape.p, x, y);
  if (shape.l !== undefined) return isOnLine(shape.l, x, y);
  return Math.hypot(x - shape.c[0], y - shape.c[1]) <= shape.c[2];
}

/** Whether a point is in the sign: the last shape that has it says so. */
function isInSign(shapes, x, y) {
  let inside = false;
  for (const shape of shapes) if (isIn(shape, x, y)) inside = shape.cut !== true;
  return inside;
}

/** A picture as a size and a colour for each point; null: nothing is there. */
function kindPicture([subject, shapes], theme) {
  return {
    size: SIZE,
    colorAt(x, y) {
      const away = Math.hypot(x - 10, y - 10);
      if (away > 9.7) return null;
      if (away > 8.8) return RIM[theme];
      return isInSign(shapes, x, y) ? SIGN[theme] : SUBJECTS[subject][theme];
    },
    more: {},
  };
}

function shieldPicture([fill, rim], theme) {
  const isInBox = (x, y, inset, radius) => {
    const dx = Math.max(inset + radius - x, 0, x - (20 - inset - radius));
    const dy = Math.max(inset + radius - y, 0, y - (20 - inset - radius));
    return Math.hypot(dx, dy) <= radius;
  };
  return {
    size: SIZE,
    colorAt: (x, y) => (isInBox(x, y, 2.6, 2.6) ? fill[theme] : isInBox(x, y, 1.4, 3.6) ? rim[theme] : null),
    more: { stretchX: [[8, 12]], stretchY: [[8, 12]], content: [4, 4, 16, 16] },
  };
}

function arrowPicture(theme) {
  const shapes = [{ l: [1.6, 3.5, 10, 14, 10] }, { p: [12, 6, 17.5, 10, 12, 14] }];
  return { size: SIZE, colorAt: (x, y) => (isInSign(shapes, x, y) ? ARROW[theme] : null), more: {} };
}

function pictures(theme) {
  return {
    ...Object.fromEntries(Object.entries(ICONS).map(([name, icon]) => [name, kindPicture(icon, theme)])),
    ...Object.fromEntries(Object.entries(SHIELDS).map(([name, look]) => [name, shieldPicture(look, theme)])),
    oneway: arrowPicture(theme),
  };
}

/** @returns {{ png: Buffer, index: object }} */
function sheet(theme, ratio) {
  const all = Object.entries(pictures(theme));
  const columns = 8;
  const side = SIZE * ratio;
  const width = columns * side;
  const height = Math.ceil(all.length / columns) * side;
  const pixels = Buffer.alloc(width * height * 4);
  const index = {};
  for (const [i, [name, picture]] of all.entries()) {
    const [left, top] = [(i % columns) * side, Math.floor(i / columns) * side];
    draw(picture, { pixels, width, left, top, ratio });
    index[name] = {
      x: left,
      y: top,
      width: side,
      height: side,
      pixelRatio: ratio,
      ...scaled(picture.more, ratio),
    };
  }
  return { png: png(pixels, width, height), index };
}

function scaled(more, ratio) {
  const times = (value) => (Array.isArray(value) ? value.map(times) : value * ratio);
  return Object.fromEntries(Object.entries(more).map(([key, value]) => [key, times(value)]));
}

function draw({ colorAt }, { pixels, width, left, top, ratio }) {
  for (let y = 0; y < SIZE * ratio; y++)
    for (let x = 0; x < SIZE * ratio; x++) {
      const sum = [0, 0, 0, 0];
      for (let s = 0; s < POINTS * POINTS; s++) {
        const color = colorAt(
          (x + ((s % POINTS) + 0.5) / POINTS) / ratio,
          (y + (Math.floor(s / POINTS) + 0.5) / POINTS) / ratio,
        );
        if (color === null) continue;
        for (const [k, value] of rgb(color).entries()) sum[k] += value;
        sum[3]++;
      }
      if (sum[3] === 0) continue;
      const at = 4 * ((top + y) * width + left + x);
      for (let k = 0; k < 3; k++) pixels[at + k] = Math.round(sum[k] / sum[3]);
      pixels[at + 3] = Math.round((255 * sum[3]) / POINTS ** 2);
    }
}

/** PNG (ISO/IEC 15948): 8 bits for each of red, green, blue and alpha, rows without a filter. */
function png(pixels, width, height) {
  const rows = Buffer.alloc(height * (1 + 4 * width));
  for (let y = 0; y < height; y++)
    pixels.copy(rows, y * (1 + 4 * width) + 1, 4 * y * width, 4 * (y + 1) * width);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...parts]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** @param {string} folder gets `light.png`, `light.json`, `light@2x.png` and so on */
export function buildSprites(folder) {
  mkdirSync(folder, { recursive: true });
  for (const [theme, name] of THEMES.entries())
    for (const ratio of [1, 2]) {
      const { png, index } = sheet(theme, ratio);
      const path = join(folder, ratio === 1 ? name : `${name}@2x`);
      writeFileSync(`${path}.png`, png);
      writeFileSync(`${path}.json`, JSON.stringify(index));
    }
}

if (process.argv[1] === import.meta.filename)
  buildSprites(resolve(import.meta.dirname, '../dist/map-page/sprites'));
