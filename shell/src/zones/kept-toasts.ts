import { type ToastRequested, windowEvents } from '@rangavalli/contracts/browser';
import { emit } from '@rangavalli/web-kit/dom/events';

const KEY = 'kept-toasts';
/** An older message was read before the page changed. */
const MAX_AGE_MS = 1_000;

let recent: { toast: ToastRequested; at: number }[] = [];

function isToast(value: unknown): value is ToastRequested {
  const { kind, message } = (value ?? {}) as Partial<ToastRequested>;
  return (kind === 'success' || kind === 'error' || kind === 'info') && typeof message === 'string';
}

/** Records messages, and shows those of the document before. */
export function startKeepingToasts() {
  window.addEventListener(windowEvents.toastRequested, (event) => {
    const now = Date.now();
    const { detail } = event as CustomEvent<ToastRequested>;
    recent = [...recent.filter(({ at }) => now - at <= MAX_AGE_MS), { toast: detail, at: now }];
  });
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    sessionStorage.removeItem(KEY);
    if (Array.isArray(kept)) for (const toast of kept.filter(isToast)) emit(windowEvents.toastRequested, toast);
  } catch {
    // Storage is blocked, or holds something else.
  }
}

/** For a reload that the visitor does not notice. */
export function keepToasts() {
  const now = Date.now();
  const toasts = recent.filter(({ at }) => now - at <= MAX_AGE_MS).map(({ toast }) => toast);
  try {
    if (toasts.length > 0) sessionStorage.setItem(KEY, JSON.stringify(toasts));
  } catch {
    // Storage is blocked: the message is lost.
  }
}
