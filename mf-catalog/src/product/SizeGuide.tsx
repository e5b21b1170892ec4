import { useState } from 'react';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Table } from '@rangavalli/web-kit/ui/Table';
import css from './ProductPage.module.css';
import { sizeChartOf } from './size-charts.js';

/** The way to the size chart, where the product's sizes have one. It shows the sizes that are made. */
export function SizeGuide({ sizes }: { sizes: readonly string[] }) {
  const [open, setOpen] = useState(false);
  const chart = sizeChartOf(sizes);
  if (!chart) return null;
  const offered = new Set(sizes.map((size) => size.toUpperCase()));
  return (
    <>
      <button type="button" className={css.textButton} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Size chart
      </button>
      <Dialog title="Size chart" open={open} onClose={() => setOpen(false)}>
        <Table caption="Size chart" columns={chart.columns}>
          {chart.rows
            .filter(([size = '']) => offered.has(size))
            .map(([size, ...measures]) => (
              <tr key={size}>
                <th scope="row">{size}</th>
                {measures.map((measure, index) => (
                  <td key={chart.columns[index + 1]}>{measure}</td>
                ))}
              </tr>
            ))}
        </Table>
        <p className={css.hint}>{chart.hint}</p>
      </Dialog>
    </>
  );
}
