import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { dropped } from '../state/table.js';
import { t } from '../text/texts.js';

/** What works on tables: null until the first one is there. */
const panel = signal<ComponentType<{ file: File }> | null>(null);
const isOver = signal(false);

async function take(file: File | undefined): Promise<void> {
  if (file === undefined) return;
  panel.value ??= (await import('./table-panel.js')).TablePanel;
  dropped.value = file;
}

/** Takes a table that is dropped anywhere on the page, or chosen here. */
export function TableDrop() {
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
  const [file, Panel] = [dropped.value, panel.value];
  if (file !== null && Panel !== null) return <Panel key={`${file.name} ${file.lastModified}`} file={file} />;
  return (
    <label class={isOver.value ? 'drop drop-over' : 'drop'}>
      {t().table.drop}
      <input
        type="file"
        accept=".csv,.tsv,.txt,.xlsx"
        onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
      />
    </label>
  );
}
