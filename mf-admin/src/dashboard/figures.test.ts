import type { Order } from '@rangavalli/contracts/entities/order';
import type { Product } from '@rangavalli/contracts/entities/product';
import { stockTone } from '../products/stock-tone.js';
import { figuresOf } from './figures.js';

const anOrder = (status: Order['status'], totalAmount: number) => ({ status, totalAmount }) as Order;
const aProduct = (stock: number) => ({ stock }) as Product;

describe('the dashboard', () => {
  it('adds up what was sold, leaving out what was cancelled', () => {
    const figures = figuresOf([anOrder('Pending', 100), anOrder('Cancelled', 1000), anOrder('Pending', 50.5)], []);
    expect(figures).toMatchObject({ sales: 150.5, orders: 3, byStatus: { Pending: 2, Cancelled: 1 } });
  });

  it('names what runs out, the emptiest shelf first', () => {
    expect(figuresOf([], [aProduct(4), aProduct(5), aProduct(0)]).lowStock).toEqual([aProduct(0), aProduct(4)]);
  });

  it('colours stock as documented', () => {
    expect([0, 1, 4, 5].map(stockTone)).toEqual(['red', 'yellow', 'yellow', 'green']);
  });
});
