import { useState } from 'react';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Table } from '@rangavalli/web-kit/ui/Table';
import { messages } from './messages.js';
import css from './ProductPage.module.css';
import { sizeChartOf } from './size-charts.js';

/** Opens the chart of the product's sizes, when they have one. */
export function SizeGuide({ sizes }: { sizes: readonly string[] }) {
  const [open, setOpen] = useState(false);
  const chart = sizeChartOf(sizes);
  if (!chart) return null;
  const offered = new Set(sizes.map((size) => size.toUpperCase()));
  return (
    <>
      <button type="button" className={css.textButton} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {messages.sizeChart}
      </button>
      <Dialog title={messages.sizeChart} open={open} onClose={() => setOpen(false)}>
        <Table caption={messages.sizeChart} columns={chart.columns}>
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
