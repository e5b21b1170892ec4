import type { QuotedLine } from '@rangavalli/contracts/entities/quote';
import { propertyOptions } from '@rangavalli/service-kit/testing/property-options';
import fc from 'fast-check';
import { Types } from 'mongoose';
import type { OrderRecord } from '../store/order.schema.js';
import { createId } from '../testing/fake-shop.js';
import { buildPlacedOrder } from '../testing/placed-order.js';
import { partOf } from './exchanges.service.js';
import { divideReturn } from './return-amounts.js';

const order: OrderRecord = {
  ...buildPlacedOrder('2026-11-20T06:00:00Z'),
  _id: new Types.ObjectId(),
  lines: [{ lineId: '1', productId: 'p', name: 'Kurta', unitPaise: 50_000, size: '', quantity: 2 }],
  totalPaise: 100_000,
  creditPaise: 49_950,
  payment: { id: 'pay_1', method: 'upi', amountPaise: 50_050, capturedAt: new Date('2026-11-20T06:00:00Z') },
  returns: [
    { id: 'a', state: 'completed', requestedAt: new Date('2026-11-25T06:00:00Z'), lines: [], onlinePaise: 50_000 },
  ],
  extraPayments: [],
  units: 2,
  renewals: 0,
  dueTries: 0,
  revision: 0,
  history: [],
  outbox: [],
};

it('credits what is left of a payment when Razorpay would refuse its refund as too small', () => {
  // Two units of 500 rupees, with 499.50 rupees of store credit; the first was refunded online.
  const lines = [{ lineId: '1', quantity: 1, reason: 'size', outcome: 'refund' as const, refundPaise: 50_000 }];
  expect(divideReturn(order, lines)).toEqual({
    cashPaise: 0,
    onlinePaise: 0,
    payoutPaise: 0,
    creditPaise: 50_000,
    exchangePaise: 0,
  });
});

it('credits the rest of goods that are not refunded, and refunds the rest of others in the same exchange', () => {
  const paid = { id: 'pay_1', method: 'upi', amountPaise: 600_000, capturedAt: new Date('2026-11-20T06:00:00Z') };
  const exchanged = { quantity: 1, reason: 'size', outcome: 'exchange' as const };
  // A sale item of 5,000 rupees, and another item of 1,000 rupees.
  const lines = [
    { ...exchanged, lineId: '1', refundPaise: 500_000 },
    { ...exchanged, lineId: '2', refundPaise: 100_000 },
  ];
  const divide = (replacementPaise: number) =>
    divideReturn({ ...order, payment: paid, returns: [] }, lines, {
      replacementPaise,
      isRefundable: ({ lineId }) => lineId === '2',
    });
  const none = { cashPaise: 0, payoutPaise: 0 };
  expect(divide(20_000)).toEqual({ ...none, exchangePaise: 20_000, creditPaise: 480_000, onlinePaise: 100_000 });
  expect(divide(510_000)).toEqual({ ...none, exchangePaise: 510_000, creditPaise: 0, onlinePaise: 90_000 });
  expect(divide(700_000)).toEqual({ ...none, exchangePaise: 600_000, creditPaise: 0, onlinePaise: 0 });
});

const amount = (min: number, max: number) => fc.integer({ min, max });
const line = fc
  .record({
    quantity: amount(1, 7),
    unitPaise: amount(10_000, 500_000),
    discountPercent: amount(0, 90),
    shippingPaise: amount(0, 20_000),
    codFeePaise: amount(0, 10_000),
    roundOffPaise: amount(-50, 50),
  })
  .map(({ discountPercent, ...amounts }): QuotedLine => {
    const grossPaise = amounts.quantity * amounts.unitPaise;
    const discountPaise = Math.floor((grossPaise * discountPercent) / 100);
    const netPaise = grossPaise - discountPaise;
    const taxablePaise = netPaise + amounts.shippingPaise + amounts.codFeePaise;
    return {
      lineId: '1',
      productId: createId(),
      size: '',
      hsn: '5007',
      ...amounts,
      grossPaise,
      discountPaise,
      netPaise,
      taxBasisPoints: 0,
      taxablePaise,
      cgstPaise: 0,
      sgstPaise: 0,
      igstPaise: 0,
      paidPaise: taxablePaise + amounts.roundOffPaise,
    };
  });

it('divides a line for exchanges into parts that are not negative and add up to it', () => {
  fc.assert(
    fc.property(line, amount(1, 3), (whole, units) => {
      const parts: QuotedLine[] = [];
      for (let before = 0; before < whole.quantity; before += units)
        parts.push(partOf(whole, before, Math.min(units, whole.quantity - before)));
      for (const part of parts) {
        for (const field of ['discountPaise', 'netPaise', 'shippingPaise', 'codFeePaise'] as const)
          expect([field, part[field] >= 0]).toEqual([field, true]);
        const { netPaise, shippingPaise, codFeePaise, roundOffPaise, discountPaise } = part;
        expect(part.paidPaise).toBe(netPaise + shippingPaise + codFeePaise + roundOffPaise);
        expect(part.grossPaise).toBe(netPaise + discountPaise);
      }
      for (const field of ['paidPaise', 'grossPaise', 'roundOffPaise'] as const)
        expect(parts.reduce((sum, part) => sum + part[field], 0)).toBe(whole[field]);
    }),
    propertyOptions(300),
  );
});
