import { useEffect, useEffectEvent } from 'react';
import type { Selection } from './use-selection.js';

/** Set on the checkbox of each row; its focus is the current row. */
export const ROW_ATTRIBUTE = 'data-row';

/** What each view gets from the page. */
export interface KeyProps {
  keys: Readonly<Record<string, () => void>>;
  isKeyboardOn: boolean;
}

interface RowKeys {
  /** Ids of the rows, in their order. */
  rows: readonly string[];
  selection: Selection;
  /** Actions by key. */
  actions: Readonly<Record<string, () => void>>;
  isEnabled: boolean;
}

const boxes = () => [...document.querySelectorAll<HTMLInputElement>(`input[${ROW_ATTRIBUTE}]`)];
const steps: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Keys of fields and dialogs belong to them. */
const isElsewhere = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof Element &&
    target.closest(`input:not([${ROW_ATTRIBUTE}]), select, textarea, [contenteditable]`) !== null);

/** Moves, selects and acts by single keys: the focus is on the checkbox of the current row. */
export function useRowKeys({ rows, selection, actions, isEnabled }: RowKeys): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || isElsewhere(event.target)) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'a' || rows.length === 0) return;
      event.preventDefault();
      const areAll = rows.every((id) => selection.ids.has(id));
      selection.set(rows, !areAll);
      return;
    }
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const step = steps[key];
    const all = boxes();
    const current = all.findIndex((box) => box === document.activeElement);
    if (step !== undefined) {
      event.preventDefault();
      const next = current < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, current + step));
      all[next]?.focus();
      const range = [rows[current], rows[next]].filter((id) => id !== undefined);
      if (event.shiftKey) selection.set(range, true);
      return;
    }
    // Space on a checkbox is the browser's.
    if (key === 'x') {
      const id = rows[current];
      if (id === undefined) return;
      event.preventDefault();
      selection.toggle(id);
      return;
    }
    const act = actions[key];
    if (!act || (event.repeat && key !== '?')) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!isEnabled) return undefined;
    const listen = (event: KeyboardEvent) => handle(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isEnabled]);
}
