import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

interface MenuProps {
  label: string;
  button: ComponentChildren;
  fromLeft?: boolean;
  children: ComponentChildren;
}

/**
 * A button that opens a list of links and choices. Escape, choosing a link, or a click elsewhere closes it.
 */
export function Menu({ label, button, fromLeft, children }: MenuProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const leave = (event: Event): void => {
      if (!menu.current?.contains(event.target as Node)) setOpen(false);
    };
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      opener.current?.focus();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', escape);
    };
  }, [isOpen]);
  const closeOnLink = (event: Event): void => {
    if ((event.target as Element).closest('a, button')) setOpen(false);
  };
  return (
    <div class="menu" ref={menu}>
      <button
        type="button"
        ref={opener}
        class="button bare slim menu-button"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
        <span class="menu-arrow" aria-hidden="true" />
      </button>
      <div
        id={id}
        class={`menu-list ${fromLeft === true ? 'from-left' : ''}`}
        hidden={!isOpen}
        onClick={closeOnLink}
      >
        {children}
      </div>
    </div>
  );
}
