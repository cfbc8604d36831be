import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface PageProps {
  title: string;
  lead?: ComponentChildren;
  actions?: ComponentChildren;
  narrow?: boolean;
  children: ComponentChildren;
}

/**
 * The first page does not take the focus, because screen readers start at the top anyway. Later pages do, so
 * that screen readers announce them.
 */
let isFirst = true;

/** Sets the window's title, and moves the focus to the heading when the page changes. */
export function useTitle(title: string): { current: HTMLHeadingElement | null } {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · gazarch`;
  }, [title]);
  useEffect(() => {
    const isTaken = document.activeElement?.matches('input, textarea, select') === true;
    if (!isFirst && !isTaken) head.current?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  return head;
}

/** The frame of every page after sign-in. */
export function Page({ title, lead, actions, narrow, children }: PageProps) {
  const head = useTitle(title);
  return (
    <main id="content" class={narrow === true ? 'narrow' : ''}>
      <div class="page-head">
        <div>
          <h1 ref={head} tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && <p>{lead}</p>}
        </div>
        {actions !== undefined && <div class="row">{actions}</div>}
      </div>
      {children}
    </main>
  );
}

/** A section of a page with its heading. */
export function Section({ title, lead, actions, children }: Omit<PageProps, 'narrow'>) {
  return (
    <section>
      <div class="section-head">
        <h2>{title}</h2>
        {actions}
      </div>
      {lead !== undefined && <p class="section-lead">{lead}</p>}
      {children}
    </section>
  );
}
