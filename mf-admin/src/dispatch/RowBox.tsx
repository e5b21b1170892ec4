import type { ReactNode } from 'react';
import css from './Dispatch.module.css';
import type { Selection } from './use-selection.js';
import { ROW_ATTRIBUTE } from './use-row-keys.js';

interface RowBoxProps {
  id: string;
  label: string;
  /** Ids of all rows, for a range with Shift. */
  rows: readonly string[];
  selection: Selection;
  children: ReactNode;
}

/** The checkbox of a row before its heading. With Shift it selects all rows from the last selected one above. */
export function RowBox({ id, label, rows, selection, children }: RowBoxProps) {
  return (
    <span className={css.row}>
      <input
        type="checkbox"
        aria-label={label}
        checked={selection.ids.has(id)}
        {...{ [ROW_ATTRIBUTE]: id }}
        onClick={({ shiftKey }) => {
          if (!shiftKey) return;
          const end = rows.indexOf(id);
          const start = rows.slice(0, end).findLastIndex((one) => selection.ids.has(one));
          if (start >= 0) selection.set(rows.slice(start, end), true);
        }}
        onChange={() => selection.toggle(id)}
      />
      <span>{children}</span>
    </span>
  );
}
