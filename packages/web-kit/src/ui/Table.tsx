import type { ReactNode } from 'react';
import css from './Table.module.css';

/** A table that scrolls sideways on a phone. Its rows are the children (`<tr>`). */
export function Table({
  caption,
  columns,
  children,
}: {
  caption: string;
  columns: readonly string[];
  children: ReactNode;
}) {
  return (
    // Focusable, so that it can be scrolled by keyboard.
    <div className={css.scroller} role="region" aria-label={caption} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
