import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ask, type Asked, type AskedRequest } from '../ask/ask.js';
import { Failure } from '../parts/failure.js';
import { Unfold } from '../parts/unfold.js';
import { key } from '../state/key.js';
import { t } from '../text/texts.js';

interface ReasonsProps<T> {
  title: string;
  request: AskedRequest;
  children: (reasons: T) => ComponentChildren;
}

/** Explains an answer. The explanation is requested when the user opens it. */
export function Reasons<T>({ title, ...rest }: ReasonsProps<T>) {
  // Explanations need a key, even if the page may send requests without one.
  if (key.value === '') return null;
  return <Unfold title={title}>{() => <Asking {...rest} />}</Unfold>;
}

function Asking<T>({ request: { path, query }, children }: Omit<ReasonsProps<T>, 'title'>) {
  const [asked, setAsked] = useState<Asked<T> | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    ask<T>(path, query, controller.signal).then(setAsked, () => undefined);
    return () => controller.abort();
  }, [path, JSON.stringify(query)]);
  if (asked === null) return <p class="quiet">{t().why.asking}</p>;
  if (asked.answer === null) return <Failure asked={asked} />;
  return <>{children(asked.answer)}</>;
}
