import { useEffect, useRef } from 'preact/hooks';
import { colourRound } from '../state/theme.js';
import type * as Drawers from './draw.js';
import type { Drawn } from './draw.js';

type Drawer = typeof Drawers;

const HEIGHT_PX = 240;

interface ChartProps {
  /** Draws the chart into the element. */
  draw: (drawer: Drawer, element: HTMLElement, height: number) => Drawn;
  /** The chart is redrawn when one of these values changes. */
  when: readonly unknown[];
}

/** A canvas as wide as the page. A table has the same content, so screen readers skip the canvas. */
export function Chart({ draw, when }: ChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const round = colourRound.value;
  useEffect(() => {
    let drawn: Drawn | undefined;
    let isGone = false;
    const resized = new ResizeObserver(() => drawn?.resize(element.current?.clientWidth ?? 0));
    void import('./draw.js').then((drawer) => {
      if (isGone || element.current === null) return;
      drawn = draw(drawer, element.current, HEIGHT_PX);
      resized.observe(element.current);
    });
    return () => {
      isGone = true;
      resized.disconnect();
      drawn?.destroy();
    };
  }, [round, ...when]);
  return <div class="chart-area" ref={element} aria-hidden="true" />;
}
