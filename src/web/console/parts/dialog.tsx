import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { t } from '../text/texts.js';
import { Button } from './button.js';
import { Form } from './form.js';

/** A modal dialog. The browser keeps the focus inside, and Escape closes it. */
function Dialog({ title, onClose, children }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** A button that removes data and asks for confirmation first. */
export function DangerButton({
  text,
  ...question
}: { text: string } & Omit<ConfirmProps, 'onClose' | 'confirm'>) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button kind="danger" onPress={() => setAsks(true)}>
        {text}
      </Button>
      {asks && <Confirm {...question} confirm={text} danger onClose={() => setAsks(false)} />}
    </>
  );
}

interface ConfirmProps extends DialogProps {
  confirm: string;
  danger?: boolean;
  onConfirm: (data: FormData) => Promise<void>;
}

/** Asks for confirmation before an action that cannot be undone, or that needs one more choice. */
export function Confirm({ title, confirm, danger, onClose, onConfirm, children }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        submit={confirm}
        danger={danger === true}
        onSubmit={async (data) => {
          await onConfirm(data);
          onClose();
        }}
        also={
          <Button kind="bare" onPress={onClose}>
            {t().common.cancel}
          </Button>
        }
      >
        {children}
      </Form>
    </Dialog>
  );
}
