import { INDIA_OFFSET } from '@rangavalli/contracts/india-time';
import { orderStatuses } from '@rangavalli/contracts/order-statuses';
import type { Model } from 'mongoose';
import type { OrderRecord } from '../store/order.schema.js';
import { timesOfIndiaDay } from './india-days.js';
import { ALL_DAYS, productsIdOf, productsOf, type SalesDayRecord } from './sales-day.schema.js';

/** Documents by product that are in memory at a time. */
const BATCH = 20;

export type Figures = Pick<SalesDayRecord, 'byStatus' | 'products'>;
type ProductFigures = Figures['products'][number];

/** Returns the dates in IST on which orders were placed. Reads all of them. */
export async function findDaysWithOrders(orders: Model<OrderRecord>): Promise<string[]> {
  const days = await orders.aggregate<{ _id: string }>([
    { $match: { phase: 'placed', orderedAt: { $gt: new Date(0) } } },
    { $project: { orderedAt: 1 } },
    { $group: { _id: { $dateToString: { date: '$orderedAt', format: '%Y-%m-%d', timezone: INDIA_OFFSET } } } },
  ]);
  return days.map(({ _id }) => _id);
}

/** Units that do not count: cancelled before their dispatch, or exchanged, because their replacement is an order. */
export const uncounted = {
  $reduce: {
    input: { $ifNull: ['$returns', []] },
    initialValue: [],
    in: {
      $concatArrays: [
        '$$value',
        {
          $filter: {
            input: '$$this.lines',
            as: 'line',
            cond: { $or: [{ $eq: ['$$this.state', 'cancelled'] }, { $eq: ['$$line.outcome', 'exchange'] }] },
          },
        },
      ],
    },
  },
};
/** What an order comes to without its `uncounted` units. */
export const countedPaise = { $subtract: ['$totalPaise', { $sum: '$uncounted.refundPaise' }] };
const uncountedOfLine = {
  $filter: { input: '$uncounted', as: 'one', cond: { $eq: ['$$one.lineId', '$lines.lineId'] } },
};
const uncountedUnits = { $sum: { $map: { input: uncountedOfLine, as: 'one', in: '$$one.accepted' } } };

/** Counts the orders of a date in IST. */
export async function countDay(orders: Model<OrderRecord>, day: string): Promise<Figures> {
  // Uses only stages that MongoDB and DocumentDB both have.
  const ofDay = { phase: 'placed', orderedAt: timesOfIndiaDay(day) };
  const [byStatus, products] = await Promise.all([
    orders.aggregate<Figures['byStatus'][number]>([
      { $match: ofDay },
      { $project: { status: 1, totalPaise: 1, uncounted } },
      {
        $group: {
          _id: '$status',
          orders: { $sum: 1 },
          paise: { $sum: countedPaise },
        },
      },
      { $project: { _id: 0, status: '$_id', orders: 1, paise: 1 } },
    ]),
    orders.aggregate<ProductFigures>([
      { $match: { ...ofDay, status: { $ne: 'Cancelled' } } },
      {
        $project: {
          orderedAt: 1,
          uncounted,
          'lines.lineId': 1,
          'lines.productId': 1,
          'lines.name': 1,
          'lines.unitPaise': 1,
          'lines.quantity': 1,
        },
      },
      { $sort: { orderedAt: -1 } },
      { $unwind: '$lines' },
      { $project: { lines: 1, units: { $subtract: ['$lines.quantity', uncountedUnits] } } },
      {
        $group: {
          _id: '$lines.productId',
          name: { $first: '$lines.name' },
          units: { $sum: '$units' },
          revenuePaise: { $sum: { $multiply: ['$lines.unitPaise', '$units'] } },
        },
      },
      { $match: { units: { $gt: 0 } } },
      { $sort: { units: -1, revenuePaise: -1, _id: 1 } },
      { $project: { _id: 0, productId: '$_id', name: 1, units: 1, revenuePaise: 1 } },
    ]),
  ]);
  return { byStatus, products };
}

/** Reads the products of the days from `first` to `last`, in the order of the days. */
export async function* readProducts(
  days: Model<SalesDayRecord>,
  first: string,
  last = first,
): AsyncGenerator<ProductFigures[]> {
  const cursor = days
    .find(productsOf(first, last), { counted: 1, products: 1 })
    .sort({ _id: 1 })
    .lean<Pick<SalesDayRecord, '_id' | 'counted' | 'products'>[]>()
    .cursor({ batchSize: BATCH }) as AsyncIterable<Pick<SalesDayRecord, '_id' | 'counted' | 'products'>>;
  let countedOfDay = 0;
  for await (const { _id, counted, products } of cursor) {
    const isFirstPart = _id.length === productsIdOf(first).length;
    if (isFirstPart) countedOfDay = counted;
    // The day had more products when this part was counted.
    else if (counted < countedOfDay) continue;
    yield products;
  }
}

/** Names are left out: of two orders of one moment, either may be the latest. */
export const areEqual = (a: Figures, b: Figures): boolean => comparable(a) === comparable(b);

const comparable = ({ byStatus, products }: Figures): string =>
  JSON.stringify([
    orderStatuses.map((status) => {
      const { orders = 0, paise = 0 } = byStatus.find((one) => one.status === status) ?? {};
      return [orders, paise];
    }),
    products.toSorted(bestFirst).map(({ productId, units, revenuePaise }) => [productId, units, revenuePaise]),
  ]);

export const bestFirst = (a: ProductFigures, b: ProductFigures): number =>
  b.units - a.units || b.revenuePaise - a.revenuePaise || (a.productId < b.productId ? -1 : 1);

/** Of some forty years. */
const MAX_DAYS = 15_000;

/** Returns the days that have figures. */
export async function findCountedDays(days: Model<SalesDayRecord>): Promise<string[]> {
  const found = await days
    .find(ALL_DAYS, { _id: 1 })
    .sort({ _id: -1 })
    .limit(MAX_DAYS)
    .lean<Pick<SalesDayRecord, '_id'>[]>();
  return found.map(({ _id }) => _id);
}
