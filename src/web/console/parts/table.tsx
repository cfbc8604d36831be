import type { ComponentChildren } from 'preact';

/**
 * The frame of a table. It scrolls by itself when it is too wide, so it can take the focus: else nobody
 * could scroll it by keyboard.
 */
export function TableFrame({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="table-frame" role="region" aria-label={label} tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}
