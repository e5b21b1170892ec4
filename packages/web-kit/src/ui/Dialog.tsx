import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { closeOnBack } from '../dom/back-to-close.js';
import { classNames } from '../dom/class-names.js';
import { Icon } from './Icon.js';
import css from './Dialog.module.css';

interface DialogProps {
  title: string;
  open?: boolean;
  onClose: () => void;
  /** `sheet` is a drawer that rises from the bottom of a phone; `top` hangs from the upper edge. */
  variant?: 'window' | 'drawer' | 'sheet' | 'top' | 'fullscreen';
  plain?: boolean;
  /** Stays visible below the scrolling content. */
  footer?: ReactNode;
  children: ReactNode;
}

const FIELDS = 'input:not([type="hidden"]):enabled, select:enabled, textarea:enabled';

/**
 * The focus starts on `data-autofocus`, else the first field, and returns to the opener. `base.css` keeps the page
 * behind from scrolling.
 */
export function Dialog({ open = true, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({ title, onClose, variant = 'window', plain = false, footer, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressedOnBackdrop = useRef(false);
  const titleId = useId();
  const latestOnClose = useRef(onClose);
  const entry = useRef<ReturnType<typeof closeOnBack>>(null);
  useLayoutEffect(() => {
    latestOnClose.current = onClose;
    entry.current?.keep();
  });

  // The cleanup of a layout effect runs while the element is in the page, so that the focus can return.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    const opener = document.activeElement;
    const handleClose = () => latestOnClose.current();
    element.showModal();
    // React's autoFocus runs before the dialog is shown.
    (element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector<HTMLElement>(FIELDS))?.focus();
    // Browsers close without `cancel` when Escape is pressed twice.
    element.addEventListener('close', handleClose);
    const inHistory = closeOnBack(handleClose);
    entry.current = inHistory;
    return () => {
      inHistory.leave();
      element.removeEventListener('close', handleClose);
      element.close();
      // Opened by an address, the dialog has no opener: the page's content follows.
      const next = opener === document.body ? document.getElementById('content') : opener;
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={classNames(css.dialog, css[variant])}
      {...(plain ? { 'aria-label': title } : { 'aria-labelledby': titleId })}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Both: a text selection may end outside.
      onPointerDown={(event) => {
        isPressedOnBackdrop.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && isPressedOnBackdrop.current) onClose();
      }}
    >
      {plain ? (
        children
      ) : (
        <div className={css.frame}>
          <header className={css.header}>
            <h2 id={titleId} className={css.title}>
              {title}
            </h2>
            <button type="button" className={css.close} onClick={onClose} aria-label="Close">
              <Icon name="close" />
            </button>
          </header>
          <div className={css.content}>{children}</div>
          {footer && <footer className={css.footer}>{footer}</footer>}
        </div>
      )}
    </dialog>
  );
}
