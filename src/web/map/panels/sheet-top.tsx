import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { height, HEIGHTS, isSheet, moveSheet, type Height } from '../state/sheet.js';
import { t } from '../text/texts.js';

/** A finger that moves by fewer pixels than this counts as a tap. */
const TAP_PIXELS = 8;
/** A fling of this many pixels moves the sheet to the next height, whatever the distance. */
const THROW_PIXELS = 40;

/**
 * The part of the sheet that is visible at any height. On a phone it is dragged with a finger; its handle
 * also accepts keys.
 */
export function SheetTop({ children }: { children: ComponentChildren }) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      const style = document.documentElement.style;
      style.setProperty('--peek', `${top.current?.offsetHeight ?? 0}px`);
    });
    observer.observe(top.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div class="sheet-top" ref={top} onPointerDown={isSheet.value ? drag : undefined}>
      {isSheet.value && <Handle />}
      {children}
    </div>
  );
}

function Handle() {
  const texts = t().sheet;
  const press = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    moveSheet(by);
  };
  return (
    <button
      type="button"
      class="handle"
      aria-expanded={height.value !== 'peek'}
      aria-label={`${texts.handle}: ${texts.heights[height.value]}`}
      onKeyDown={press}
      // From its greatest height, the sheet moves down again.
      onClick={() => (height.value === 'full' ? (height.value = 'peek') : moveSheet(1))}
    />
  );
}

/** Follows a finger and, when it lifts, moves the sheet to the nearest height. */
function drag(down: PointerEvent): void {
  const top = down.currentTarget as HTMLElement;
  const sheet = top.parentElement!;
  const begun = { y: down.clientY, pixels: sheet.getBoundingClientRect().height, height: height.peek() };
  let isDragged = false;
  const move = ({ clientY, pointerId }: PointerEvent): void => {
    if (!isDragged && Math.abs(clientY - begun.y) < TAP_PIXELS) return;
    // The handle moves with the mouse, so no click is sent to it at the end.
    if (!isDragged) top.setPointerCapture(pointerId);
    isDragged = true;
    const pixels = Math.min(Math.max(begun.pixels + begun.y - clientY, top.offsetHeight), innerHeight);
    sheet.style.height = sheet.style.maxHeight = `${pixels}px`;
    sheet.style.transition = 'none';
  };
  const stop = new AbortController();
  const up = ({ clientY }: PointerEvent): void => {
    stop.abort();
    const pixels = sheet.getBoundingClientRect().height;
    for (const name of ['height', 'max-height', 'transition']) sheet.style.removeProperty(name);
    if (!isDragged) return;
    height.value = heightAt(pixels, top.offsetHeight, begun.height, begun.y - clientY);
  };
  addEventListener('pointermove', move, { signal: stop.signal });
  for (const name of ['pointerup', 'pointercancel'] as const)
    addEventListener(name, up, { signal: stop.signal });
}

/**
 * @param peek the lowest height in pixels
 * @param up how far the finger has moved up, in pixels
 */
function heightAt(pixels: number, peek: number, before: Height, up: number): Height {
  const all = [peek, innerHeight / 2, innerHeight];
  const away = all.map((own) => Math.abs(own - pixels));
  const nearest = HEIGHTS[away.indexOf(Math.min(...away))];
  if (nearest !== before || Math.abs(up) < THROW_PIXELS) return nearest;
  return HEIGHTS[HEIGHTS.indexOf(before) + Math.sign(up)] ?? before;
}
