import type { ReactNode } from 'react';
import { classNames } from '@rangavalli/web-kit/dom/class-names';
import css from './DataTable.module.css';

interface DataTableProps {
  caption: string;
  /** The first one names the row. */
  columns: readonly string[];
  /** Columns of numbers: they stand at the right, below each other. */
  numbers?: readonly string[];
  /** Columns of long values: on a phone they have the card's whole width. */
  wide?: readonly string[];
  /** Columns of ids and dates, which are never broken. */
  short?: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  /** It stands in a sheet that has its own edge. */
  inPanel?: boolean;
}

/** A table; on a phone each row is a card with the column's name over each value. Nothing scrolls sideways. */
export function DataTable({
  caption,
  columns,
  numbers = [],
  wide = [],
  short = [],
  rows,
  inPanel = false,
}: DataTableProps) {
  const place = (column = '') =>
    classNames(
      numbers.includes(column) && css.number,
      wide.includes(column) && css.wide,
      short.includes(column) && css.short,
    ) || undefined;
  return (
    <table className={classNames(css.table, inPanel && css.inPanel)} aria-label={caption}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className={place(column)}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...rest] }) => (
          <tr key={key}>
            <th scope="row" className={place(columns[0])}>
              {first}
            </th>
            {rest.map((cell, index) => (
              <td key={columns[index + 1]} data-label={columns[index + 1]} className={place(columns[index + 1])}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
