import { useEffect, useId, useRef, type ReactNode } from 'react';
import { classNames } from '@rangavalli/web-kit/dom/class-names';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import css from './Overlay.module.css';

interface OverlayProps {
  title: string;
  /** `sheet` rises from the lower edge of a phone and comes from the left on wider screens; `whole` covers the page. */
  look: 'sheet' | 'whole';
  onClose: () => void;
  children: ReactNode;
  /** Stays in view below what scrolls. */
  foot?: ReactNode;
}

/** A modal layer that is there as long as it is rendered: Escape, the close button and a click outside ask to close it. */
export function Overlay({ title, look, onClose, children, foot }: OverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classNames(css.overlay, css[look])}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className={css.inside}>
        <header className={css.header}>
          <h2 id={titleId} className={css.title}>
            {title}
          </h2>
          <button type="button" className={css.close} onClick={onClose} aria-label="Close">
            <Icon name="close" />
          </button>
        </header>
        <div className={css.content}>{children}</div>
        {foot && <footer className={css.foot}>{foot}</footer>}
      </div>
    </dialog>
  );
}
