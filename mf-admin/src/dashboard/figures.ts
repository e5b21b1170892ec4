import type { Order, OrderStatus } from '@rangavalli/contracts/entities/order';
import type { Product } from '@rangavalli/contracts/entities/product';

/** Below this a product's stock is low (specification §9). */
export const LOW_STOCK = 5;

/** What the shop's day looks like. Sales in rupees; cancelled orders don't count. */
export interface Figures {
  sales: number;
  orders: number;
  byStatus: Partial<Record<OrderStatus, number>>;
  lowStock: Product[];
  recent: Order[];
}

/** Adds up orders (newest first) and products for the dashboard. */
export function figuresOf(orders: readonly Order[], products: readonly Product[]): Figures {
  const byStatus: Partial<Record<OrderStatus, number>> = {};
  for (const { status } of orders) byStatus[status] = (byStatus[status] ?? 0) + 1;
  return {
    sales: orders.filter(({ status }) => status !== 'Cancelled').reduce((sum, { totalAmount }) => sum + totalAmount, 0),
    orders: orders.length,
    byStatus,
    lowStock: products.filter(({ stock }) => stock < LOW_STOCK).toSorted((one, other) => one.stock - other.stock),
    recent: orders.slice(0, 5),
  };
}
