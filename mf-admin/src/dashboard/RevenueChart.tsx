import { useState } from 'react';
import type { SalesSummary } from '@rangavalli/contracts/entities/order';
import { formatRupees } from '@rangavalli/web-kit/money';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Table } from '@rangavalli/web-kit/ui/Table';
import css from './RevenueChart.module.css';
import { shortDay, shortRupees, ticksUpTo } from './chart-scale.js';

/** In units of the drawing, which is stretched to the column's width. */
const WIDTH = 720;
const HEIGHT = 240;
const LEFT = 68;
const BOTTOM = 26;
const TOP = 12;

const counted = (orders: number): string => `${orders} ${orders === 1 ? 'order' : 'orders'}`;

/** The revenue of the last days, a bar each; the same figures as a table for whoever asks. */
export function RevenueChart({ days }: { days: SalesSummary['days'] }) {
  const [asTable, setAsTable] = useState(false);
  const total = days.reduce((sum, { revenue }) => sum + revenue, 0);
  const best = days.reduce((one, other) => (other.revenue > one.revenue ? other : one), days[0] ?? { day: '', revenue: 0, orders: 0 });
  return (
    <section className={css.section} aria-labelledby="revenue-heading">
      <div className={css.head}>
        <h2 id="revenue-heading" className={css.heading}>Revenue, last 30 days</h2>
        <Button look="quiet" aria-expanded={asTable} onClick={() => setAsTable(!asTable)}>{asTable ? 'Show the chart' : 'Show as a table'}</Button>
      </div>
      <p className={css.summary}>
        {formatRupees(total)} in all
        {best.revenue > 0 && `, most on ${shortDay(best.day)}: ${formatRupees(best.revenue)}`}. Days of India; cancelled orders left out.
      </p>
      {asTable ? (
        <div className={css.table}>
          <Table caption="Revenue by day" columns={['Day', 'Revenue', 'Orders']}>
            {days.toReversed().map(({ day, revenue, orders }) => (
              <tr key={day}><th scope="row">{shortDay(day)}</th><td>{formatRupees(revenue)}</td><td>{orders}</td></tr>
            ))}
          </Table>
        </div>
      ) : <Bars days={days} highest={best.revenue} label={`Revenue by day over the last 30 days, ${formatRupees(total)} in all`} />}
    </section>
  );
}

function Bars({ days, highest, label }: { days: SalesSummary['days']; highest: number; label: string }) {
  const [shown, setShown] = useState<number>();
  const ticks = ticksUpTo(highest);
  const top = ticks.at(-1) || 1;
  const slot = (WIDTH - LEFT) / Math.max(days.length, 1);
  const y = (rupees: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - rupees / top);
  const day = shown === undefined ? undefined : days[shown];
  return (
    <div className={css.chart}>
      {/* A sign for the eyes beside the pointer; everybody else has the sentence above and the table. */}
      <p className={css.tip} aria-hidden="true">{day ? `${shortDay(day.day)}: ${formatRupees(day.revenue)}, ${counted(day.orders)}` : '\u00a0'}</p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} onPointerLeave={() => setShown(undefined)}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line className={css.line} x1={LEFT} x2={WIDTH} y1={y(tick)} y2={y(tick)} />
            <text className={css.tick} x={LEFT - 8} y={y(tick) + 4} textAnchor="end">{shortRupees(tick)}</text>
          </g>
        ))}
        {days.map(({ day: name, revenue }, index) => (
          <g key={name} onPointerEnter={() => setShown(index)} onPointerDown={() => setShown(index)}>
            <rect className={css.slot} x={LEFT + index * slot} y={TOP} width={slot} height={HEIGHT - TOP - BOTTOM} />
            <rect className={index === shown ? css.barShown : css.bar} x={LEFT + index * slot + slot * 0.16} y={y(revenue)} width={slot * 0.68} height={y(0) - y(revenue)} />
            {index % 7 === 1 && <text className={css.tick} x={LEFT + (index + 0.5) * slot} y={HEIGHT - 6} textAnchor="middle">{shortDay(name)}</text>}
          </g>
        ))}
      </svg>
    </div>
  );
}
