import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Icon } from './Icon.js';
import css from './Dialog.module.css';

/** A window over the page, by the browser's own dialog: Escape, the close button and a click outside close it. What carries `data-autofocus` has the focus first. */
export function Dialog({
  title,
  open,
  onClose,
  children,
}: {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (open && element && !element.open) {
      element.showModal();
      // React's own autoFocus comes too early: before the browser shows the window it focuses nothing in it.
      element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    }
    if (!open && element?.open) element.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      {open && (
        <div className={css.sheet}>
          <header className={css.header}>
            <h2 id={titleId} className={css.title}>
              {title}
            </h2>
            <button type="button" className={css.close} onClick={onClose} aria-label="Close">
              <Icon name="close" />
            </button>
          </header>
          {children}
        </div>
      )}
    </dialog>
  );
}
