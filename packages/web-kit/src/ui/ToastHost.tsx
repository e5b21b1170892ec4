import { useEffect, useRef, useState } from 'react';
import { windowEvents, type ToastRequested } from '@rangavalli/contracts/browser';
import { classNames } from '../dom/class-names.js';
import { useWindowEvent } from '../dom/events.js';
import { Icon } from './Icon.js';
import css from './ToastHost.module.css';

interface Toast extends ToastRequested {
  id: number;
}

/** Errors stay twice as long. */
const SHOWN_MS = 4000;
let nextId = 1;

function ToastCard({ toast, onDone }: { toast: Toast; onDone: (id: number) => void }) {
  const { id, kind, message } = toast;
  useEffect(() => {
    const timer = setTimeout(() => onDone(id), kind === 'error' ? 2 * SHOWN_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, kind, onDone]);
  return (
    <div className={classNames(css.toast, css[kind])} role={kind === 'error' ? 'alert' : 'status'}>
      <span>{message}</span>
      <button type="button" onClick={() => onDone(id)} aria-label="Dismiss">
        <Icon name="close" size={18} />
      </button>
    </div>
  );
}

/** The browser's top layer, reopened with each message, covers an open dialog. */
export function ToastHost() {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const [remove] = useState(() => (id: number) => setToasts((old) => old.filter((toast) => toast.id !== id)));
  useWindowEvent(windowEvents.toastRequested, (request) => {
    const id = nextId++;
    setToasts((old) => [...old.filter((toast) => toast.message !== request.message), { ...request, id }].slice(-3));
  });
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current;
    // Without popovers they are in the document flow.
    if (!element?.showPopover) return;
    if (element.matches(':popover-open')) element.hidePopover();
    if (toasts.length > 0) element.showPopover();
  }, [toasts]);
  return (
    <div ref={host} className={css.host} popover="manual">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onDone={remove} />
      ))}
    </div>
  );
}
