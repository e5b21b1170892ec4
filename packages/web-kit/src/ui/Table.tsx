import type { ReactNode } from 'react';
import css from './Table.module.css';

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
    // Focusable for scrolling by keyboard.
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
