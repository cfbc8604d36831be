import { useEffect, useRef } from 'preact/hooks';
import { from, stops, to } from '../state/page-state.js';
import { isPrinting } from '../state/printing.js';
import { covered } from '../state/sheet.js';
import { drawn } from './map-view.js';

/** The radius, in screen pixels, of the dot that marks a point of the route. */
const MARK_PIXELS = 11;

/**
 * The map for printing. WebGL discards its drawing after each frame, so browsers would print an empty map.
 * Just before printing, the uncovered part of the map is copied, and the route's points, which that picture
 * lacks, are added.
 */
export function PrintMap() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const copy = (): void => draw(canvas.current!);
    addEventListener('beforeprint', copy);
    return () => removeEventListener('beforeprint', copy);
  }, []);
  return <canvas class="print-map" ref={canvas} />;
}

function draw(target: HTMLCanvasElement): void {
  const map = drawn.peek()?.map;
  const pen = target.getContext('2d');
  if (map === undefined || pen === null) return;
  const { left, bottom } = covered.peek();
  const source = map.getCanvas();
  const scale = source.width / source.clientWidth;
  target.width = source.width - left * scale;
  target.height = source.height - bottom * scale;
  map.redraw();
  pen.drawImage(source, -left * scale, 0);
  pen.scale(scale, scale);
  pen.font = 'bold 13px sans-serif';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  const ends = [from.peek(), ...stops.peek(), to.peek()];
  for (const [i, end] of ends.entries()) {
    if (end === null) continue;
    const { x, y } = map.project([...end.point]);
    pen.beginPath();
    pen.arc(x - left, y, MARK_PIXELS, 0, 2 * Math.PI);
    pen.fillStyle = '#ffffff';
    pen.fill();
    pen.stroke();
    pen.fillStyle = '#000000';
    pen.fillText(i === 0 ? 'A' : i + 1 === ends.length ? 'B' : String(i), x - left, y);
  }
}

/** How long the map may take to draw the route in print colors: a slow phone needs a few seconds. */
const PAPER_MS = 8_000;

/** Prints once all steps are on the page and the map uses the light colors for paper. */
export async function printRoute(): Promise<void> {
  isPrinting.value = true;
  const map = drawn.peek()?.map;
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  if (map !== undefined) {
    const isDrawn = new Promise<void>((resolve) => void map.once('idle', () => resolve()));
    map.triggerRepaint();
    await Promise.race([isDrawn, new Promise((resolve) => setTimeout(resolve, PAPER_MS))]);
  }
  print();
}
