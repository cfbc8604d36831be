import type { ComponentChildren } from 'preact';

interface NoticeProps {
  kind: 'calm' | 'warn' | 'bad';
  title?: string;
  children: ComponentChildren;
}

export function Notice({ kind, title, children }: NoticeProps) {
  return (
    <div class={`notice notice-${kind}`} role={kind === 'bad' ? 'alert' : 'note'}>
      {title !== undefined && <strong>{title}</strong>}
      {children}
    </div>
  );
}
