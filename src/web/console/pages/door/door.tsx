import type { ComponentChildren } from 'preact';
import { Brand } from '../../parts/brand.js';
import { useTitle } from '../../parts/page.js';
import { LanguageChoice } from '../../parts/preferences.js';

interface DoorProps {
  title: string;
  lead?: ComponentChildren;
  children?: ComponentChildren;
}

/** The frame of the pages before sign-in: a single column with one task. */
export function Door({ title, lead, children }: DoorProps) {
  const head = useTitle(title);
  return (
    <div class="door">
      <header class="door-top">
        <Brand />
        <LanguageChoice />
      </header>
      <main>
        <h1 ref={head} tabIndex={-1}>
          {title}
        </h1>
        {lead !== undefined && <p class="lead">{lead}</p>}
        {children}
      </main>
    </div>
  );
}

/**
 * Returns the secret part of a link. It comes after the `#`, so it reaches neither logs nor other sites. It
 * is removed from the URL immediately, so that it does not stay in the history.
 */
export function takeToken(): string {
  const token = decodeURIComponent(location.hash.slice(1));
  if (token !== '') history.replaceState(null, '', location.pathname + location.search);
  return token;
}
