import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { SalesSummary } from '@rangavalli/contracts/entities/order';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Table } from '@rangavalli/web-kit/ui/Table';
import { Panel } from '../layout/Panel.js';
import { messages } from './messages.js';
import css from './RevenueChart.module.css';

type Days = SalesSummary['days'];

/** CSS pixels: the drawing has the width of its container, so that its text is never scaled. */
const HEIGHT = 240;
const LEFT = 52;
const BOTTOM = 28;
const TOP = 12;
const DATE_WIDTH = 64;
const INITIAL_WIDTH = 720;

const compactNumber = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 });
const dayAndMonth = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Formats a calendar day (`2026-01-15`) as "15 Jan" in every time zone. */
export const formatChartDay = (day: string): string => dayAndMonth.format(new Date(`${day}T00:00:00Z`));

/** Returns the ticks of an axis in rupees: from 0 in round steps to at least `highest`. */
export function ticksUpTo(highest: number, count = 4): number[] {
  if (highest <= 0) return [0];
  const rough = highest / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_none, index) => index * step);
}

/** Revenue per day as bars, or the same figures as a table. */
export function RevenueChart({ days }: { days: Days }) {
  const [isTable, setIsTable] = useState(false);
  const total = days.reduce((sum, { revenue }) => sum + revenue, 0);
  const best = days.reduce(
    (one, other) => (other.revenue > one.revenue ? other : one),
    days[0] ?? { day: '', revenue: 0, orders: 0 },
  );
  return (
    <Panel
      title={messages.revenue}
      aside={
        <Button look="quiet" aria-expanded={isTable} onClick={() => setIsTable(!isTable)}>
          {isTable ? messages.showChart : messages.showTable}
        </Button>
      }
    >
      <p className={css.total}>{formatRupees(total)}</p>
      <p className={css.summary}>
        {best.revenue > 0 ? messages.bestDay(formatChartDay(best.day), formatRupees(best.revenue)) : messages.noSales}{' '}
        {messages.basis}
      </p>
      {isTable ? (
        <div className={css.table}>
          <Table caption={messages.byDay} columns={[messages.day, messages.dayRevenue, messages.orders]}>
            {days.toReversed().map(({ day, revenue, orders }) => (
              <tr key={day}>
                <th scope="row">{formatChartDay(day)}</th>
                <td>{formatRupees(revenue)}</td>
                <td>{orders}</td>
              </tr>
            ))}
          </Table>
        </div>
      ) : (
        <Bars days={days} highest={best.revenue} total={total} />
      )}
    </Panel>
  );
}

function Bars({ days, highest, total }: { days: Days; highest: number; total: number }) {
  const [shown, setShown] = useState<number>();
  const [container, width] = useWidth<HTMLDivElement>();
  const average = Math.round(total / Math.max(days.length, 1));
  const ticks = ticksUpTo(highest);
  const top = ticks.at(-1) || 1;
  const slot = (width - LEFT) / Math.max(days.length, 1);
  const datesEvery = Math.max(1, Math.ceil(DATE_WIDTH / slot));
  const y = (rupees: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - rupees / top);
  const day = shown === undefined ? undefined : days[shown];
  return (
    <div ref={container}>
      <div className={css.legend}>
        <span className={css.bars}>{messages.dailyRevenue}</span>
        {average > 0 && <span className={css.average}>{messages.average(formatRupees(average))}</span>}
        {/* Follows the pointer; screen readers have the summary and the table. */}
        <span className={css.tip} aria-hidden="true">
          {day ? messages.tip(formatChartDay(day.day), formatRupees(day.revenue), day.orders) : '\u00a0'}
        </span>
      </div>
      <svg
        className={css.chart}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={messages.chartLabel(formatRupees(total))}
        onPointerLeave={() => setShown(undefined)}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line className={tick === 0 ? css.ground : css.line} x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} />
            <text className={css.tick} x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
              ₹{compactNumber.format(tick)}
            </text>
          </g>
        ))}
        {days.map(({ day: name, revenue }, index) => {
          const x = LEFT + index * slot;
          const isLast = index === days.length - 1;
          return (
            <g key={name} onPointerEnter={() => setShown(index)} onPointerDown={() => setShown(index)}>
              <rect
                className={css.slot}
                data-shown={index === shown}
                x={x}
                y={TOP}
                width={slot}
                height={HEIGHT - TOP - BOTTOM}
              />
              <rect
                className={index === shown ? css.barShown : css.bar}
                x={x + slot * 0.16}
                y={y(revenue)}
                width={slot * 0.68}
                height={y(0) - y(revenue)}
              />
              {(days.length - 1 - index) % datesEvery === 0 && x > LEFT + 16 && (
                <text
                  className={css.tick}
                  x={isLast ? width : x + slot / 2}
                  y={HEIGHT - 8}
                  textAnchor={isLast ? 'end' : 'middle'}
                >
                  {formatChartDay(name)}
                </text>
              )}
            </g>
          );
        })}
        {average > 0 && <line className={css.averageLine} x1={LEFT} x2={width} y1={y(average)} y2={y(average)} />}
      </svg>
    </div>
  );
}

/** Returns an element's current width, CSS pixels. */
function useWidth<E extends Element>(): [ref: RefObject<E | null>, width: number] {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(INITIAL_WIDTH);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => {
      const measured = Math.round(element.getBoundingClientRect().width);
      if (measured > 0) setWidth(measured);
    };
    measure(); // Before the first paint.
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
