import { useState } from 'react';
import type { SalesSummary } from '@rangavalli/contracts/entities/order';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Table } from '@rangavalli/web-kit/ui/Table';
import { Panel } from '../layout/Panel.js';
import { shortDay, shortRupees, ticksUpTo } from './chart-scale.js';
import css from './RevenueChart.module.css';
import { useWidth } from './use-width.js';

/** In CSS pixels: the drawing is as wide as its place, so that its letters are never scaled. */
const HEIGHT = 240;
const LEFT = 52;
const BOTTOM = 28;
const TOP = 12;
/** Room for a date under the bars. */
const DATE_WIDTH = 64;

const counted = (orders: number): string => `${orders} ${orders === 1 ? 'order' : 'orders'}`;

/** The revenue of the last days, a bar each; the same figures as a table for whoever asks. */
export function RevenueChart({ days }: { days: SalesSummary['days'] }) {
  const [asTable, setAsTable] = useState(false);
  const total = days.reduce((sum, { revenue }) => sum + revenue, 0);
  const average = Math.round(total / Math.max(days.length, 1));
  const best = days.reduce(
    (one, other) => (other.revenue > one.revenue ? other : one),
    days[0] ?? { day: '', revenue: 0, orders: 0 },
  );
  return (
    <Panel
      title="Revenue, last 30 days"
      aside={
        <Button look="quiet" aria-expanded={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show the chart' : 'Show as a table'}
        </Button>
      }
    >
      <p className={css.total}>{formatRupees(total)}</p>
      <p className={css.summary}>
        {best.revenue > 0
          ? `Most on ${shortDay(best.day)}: ${formatRupees(best.revenue)}.`
          : 'Nothing was sold in these days.'}{' '}
        Days of India; cancelled orders left out.
      </p>
      {asTable ? (
        <div className={css.table}>
          <Table caption="Revenue by day" columns={['Day', 'Revenue', 'Orders']}>
            {days.toReversed().map(({ day, revenue, orders }) => (
              <tr key={day}>
                <th scope="row">{shortDay(day)}</th>
                <td>{formatRupees(revenue)}</td>
                <td>{orders}</td>
              </tr>
            ))}
          </Table>
        </div>
      ) : (
        <Bars
          days={days}
          highest={best.revenue}
          average={average}
          label={`Revenue by day over the last 30 days, ${formatRupees(total)} in all`}
        />
      )}
    </Panel>
  );
}

function Bars({
  days,
  highest,
  average,
  label,
}: {
  days: SalesSummary['days'];
  highest: number;
  average: number;
  label: string;
}) {
  const [shown, setShown] = useState<number>();
  const [place, width] = useWidth<HTMLDivElement>(720);
  const ticks = ticksUpTo(highest);
  const top = ticks.at(-1) || 1;
  const slot = (width - LEFT) / Math.max(days.length, 1);
  const every = Math.max(1, Math.ceil(DATE_WIDTH / slot));
  const y = (rupees: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - rupees / top);
  const day = shown === undefined ? undefined : days[shown];
  return (
    <div ref={place}>
      <div className={css.legend}>
        <span className={css.bars}>Revenue of a day</span>
        {average > 0 && <span className={css.average}>Average, {formatRupees(average)}</span>}
        {/* A sign for the eyes beside the pointer; everybody else has the sentence above and the table. */}
        <span className={css.tip} aria-hidden="true">
          {day ? `${shortDay(day.day)}: ${formatRupees(day.revenue)}, ${counted(day.orders)}` : '\u00a0'}
        </span>
      </div>
      <svg
        className={css.chart}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={label}
        onPointerLeave={() => setShown(undefined)}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line className={tick === 0 ? css.ground : css.line} x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} />
            <text className={css.tick} x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
              {shortRupees(tick)}
            </text>
          </g>
        ))}
        {days.map(({ day: name, revenue }, index) => (
          <g key={name} onPointerEnter={() => setShown(index)} onPointerDown={() => setShown(index)}>
            <rect
              className={css.slot}
              data-shown={index === shown}
              x={LEFT + index * slot}
              y={TOP}
              width={slot}
              height={HEIGHT - TOP - BOTTOM}
            />
            <rect
              className={index === shown ? css.barShown : css.bar}
              x={LEFT + index * slot + slot * 0.16}
              y={y(revenue)}
              width={slot * 0.68}
              height={y(0) - y(revenue)}
            />
            {(days.length - 1 - index) % every === 0 && LEFT + index * slot > LEFT + 16 && (
              // The last date ends where the drawing does.
              <text
                className={css.tick}
                x={index === days.length - 1 ? width : LEFT + (index + 0.5) * slot}
                y={HEIGHT - 8}
                textAnchor={index === days.length - 1 ? 'end' : 'middle'}
              >
                {shortDay(name)}
              </text>
            )}
          </g>
        ))}
        {average > 0 && <line className={css.averageLine} x1={LEFT} x2={width} y1={y(average)} y2={y(average)} />}
      </svg>
    </div>
  );
}
