import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface UnfoldProps {
  title: string;
  /** The content is rendered only while it is open. */
  children: () => ComponentChildren;
}

export function Unfold({ title, children }: UnfoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="unfold" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <div class="unfolded">{children()}</div>}
    </details>
  );
}
