import type { ReactNode } from 'react';
import { classNames } from '@rangavalli/web-kit/dom/class-names';
import css from './DataTable.module.css';

/** `wide` spans the card on a phone; `short` (ids, dates) never wraps. */
export interface Column<Row> {
  label: string;
  kind?: 'number' | 'wide' | 'short';
  cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  caption: string;
  /** The first one is the row's heading. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Without a border of its own. */
  inPanel?: boolean;
}

/** A table whose rows become cards with labelled values on a phone; it never scrolls sideways. */
export function DataTable<Row>({ caption, columns, rows, keyOf, inPanel = false }: DataTableProps<Row>) {
  return (
    <table className={classNames(css.table, inPanel && css.inPanel)} aria-label={caption}>
      <thead>
        <tr>
          {columns.map(({ label, kind }) => (
            <th key={label} scope="col" className={kind && css[kind]}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ label, kind, cell }, index) =>
              index === 0 ? (
                <th key={label} scope="row" className={kind && css[kind]}>
                  {cell(row)}
                </th>
              ) : (
                <td key={label} data-label={label} className={kind && css[kind]}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
