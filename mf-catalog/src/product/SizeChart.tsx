import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Table } from '@rangavalli/web-kit/ui/Table';
import { messages } from './messages.js';
import css from './ProductPage.module.css';
import { sizeChartOf } from './size-charts.js';

interface SizeChartProps {
  sizes: readonly string[];
  onClose: () => void;
}

export function SizeChart({ sizes, onClose }: SizeChartProps) {
  const chart = sizeChartOf(sizes);
  if (!chart) return null;
  const offered = new Set(sizes.map((size) => size.toUpperCase()));
  return (
    <Dialog title={messages.sizeChart} onClose={onClose}>
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
  );
}
