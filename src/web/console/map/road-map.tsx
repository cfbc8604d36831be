import type { Position } from '../../../geo/position.js';
import { useEffect, useRef, useState } from 'preact/hooks';
import { language } from '../../shared/language.js';
import { Notice } from '../parts/notice.js';
import { session } from '../state/session.js';
import { theme } from '../state/theme.js';
import { t } from '../text/texts.js';
import type { RoadMap as Drawn, Shown } from './draw-roads.js';

interface RoadMapProps {
  shown: Shown;
  /** The label for people who cannot see the map. */
  label?: string;
  onClick: (at: Position, within_m: number) => void;
}

/** The service's map, on which roads can be clicked. The library is large, so it is loaded after the page. */
export function RoadMap({ shown, label = t().closures.map, onClick }: RoadMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn | null>(null);
  const click = useRef(onClick);
  const [isBlind, setBlind] = useState(false);
  const [isBare, setBare] = useState(false);
  click.current = onClick;
  const look = `${theme.value} ${language.value}`;
  useEffect(() => {
    let isGone = false;
    const draw = async (): Promise<void> => {
      const { RoadMap: Drawing } = await import('./draw-roads.js');
      if (isGone || box.current === null) return;
      drawn.current = new Drawing(box.current, {
        ...{ apiUrl: session.value?.api_url ?? '', isDark: isDark(), language: language.value },
        ...{ label, onClick: (at, within_m) => click.current(at, within_m) },
        onStyle: (isThere) => setBare(!isThere),
      });
      drawn.current.show(shown);
    };
    // Without WebGL there is no map, so users choose roads by number.
    draw().catch(() => setBlind(true));
    return () => {
      isGone = true;
      drawn.current?.close();
      drawn.current = null;
    };
  }, [look]);
  useEffect(() => drawn.current?.show(shown));
  if (isBlind) return <Notice>{t().closures.noMap}</Notice>;
  return (
    <>
      {isBare && <Notice kind="warn">{t().closures.noPicture}</Notice>}
      <div class="road-map" ref={box} />
    </>
  );
}

function isDark(): boolean {
  return theme.value === 'system'
    ? matchMedia('(prefers-color-scheme: dark)').matches
    : theme.value === 'dark';
}
