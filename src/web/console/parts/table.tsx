import type { ComponentChildren } from 'preact';

/** A heading, and how it stands; `wide`: only where there is room, `unseen`: for screen readers. */
export type Column = string | readonly [text: string, look: 'end' | 'wide' | 'end wide' | 'unseen'];

interface TableFrameProps {
  label: string;
  columns: readonly Column[];
  /** The body. */
  children: ComponentChildren;
}

/**
 * A table in its frame. It scrolls by itself when it is too wide, so it can take the focus: else nobody could
 * scroll it by keyboard.
 */
export function TableFrame({ label, columns, children }: TableFrameProps) {
  return (
    <div class="table-frame" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => {
              const [text, look] = typeof column === 'string' ? [column, undefined] : column;
              const isUnseen = look === 'unseen';
              return (
                <th key={text} scope="col" class={isUnseen ? undefined : look}>
                  {isUnseen ? <span class="unseen">{text}</span> : text}
                </th>
              );
            })}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}
