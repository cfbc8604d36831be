import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../text/texts.js';

/** A panel that shows a file until it calls `onClose`. */
type FilePanel = ComponentType<{ file: File; onClose: () => void }>;

/** The open file and its panel, or null. A panel is loaded together with its first file. */
const opened = signal<{ file: File; Panel: FilePanel } | null>(null);
const isOver = signal(false);

/** The file names of GPS traces. All other files are read as tables. */
const TRACE_NAME = /\.(?:gpx|geojson|json|nmea)$/i;

async function take(file: File | undefined): Promise<void> {
  if (file === undefined) return;
  const Panel = TRACE_NAME.test(file.name)
    ? (await import('./later-panels.js')).TracePanel
    : (await import('../table/table-panel.js')).TablePanel;
  opened.value = { file, Panel };
}

/** Accepts a table or a trace that is dropped anywhere on the page or selected here. */
export function FileDrop() {
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      isOver.value = event.type === 'dragover';
      if (event.type === 'drop') void take(event.dataTransfer.files[0]);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) isOver.value = false;
    };
    addEventListener('dragover', over);
    addEventListener('drop', over);
    addEventListener('dragleave', leave);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', over);
      removeEventListener('dragleave', leave);
    };
  }, []);
  if (opened.value !== null) {
    const { file, Panel } = opened.value;
    const close = (): void => void (opened.value = null);
    return <Panel key={`${file.name} ${file.lastModified}`} file={file} onClose={close} />;
  }
  return (
    <label class={isOver.value ? 'drop drop-over' : 'drop'}>
      {t().drop}
      <input
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,.gpx,.geojson,.json,.nmea"
        onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
      />
    </label>
  );
}
