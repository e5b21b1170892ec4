import { getModelToken } from '@nestjs/mongoose';
import { hasValidCheckDigit } from '@rangavalli/contracts/order-number';
import type { Model } from 'mongoose';
import { OrderFixture } from '../testing/order-fixture.js';
import { ORDER_NUMBERS, type OrderNumbersRecord } from './order-number.schema.js';
import { OrderNumbers } from './order-numbers.service.js';

describe('order numbers', () => {
  let fixture: OrderFixture;
  beforeAll(async () => {
    fixture = await OrderFixture.start();
  });
  afterAll(() => fixture.stop());

  const counters = () => fixture.service.app.get<Model<OrderNumbersRecord>>(getModelToken(ORDER_NUMBERS));

  it('are never allocated twice by processes that start, work and are killed', async () => {
    await counters().deleteMany({});
    const allocated: string[] = [];
    // The first ones reserve the first blocks of a year at the same time; a killed one leaves a gap.
    for (let generation = 0; generation < 3; generation += 1) {
      const processes = Array.from({ length: 4 }, () => new OrderNumbers(counters()));
      const counts = [150, 7, 100, 1];
      const work = processes.flatMap((one, index) => Array.from({ length: counts[index] ?? 0 }, () => one.next()));
      allocated.push(...(await Promise.all(work)));
    }
    expect(allocated).toHaveLength(774);
    expect(new Set(allocated).size).toBe(774);
    expect(allocated.filter((number) => !hasValidCheckDigit(number))).toEqual([]);
    const [counter] = await counters()
      .find({ last: { $exists: true } })
      .lean();
    // A block of 100 serves 100 checkouts: two, one, one and one per generation.
    expect(counter?.last).toBe(1_500);
  });

  it('of years in IST have counters of their own', async () => {
    const numbers = new OrderNumbers(counters());
    const [lastSecond, newYear] = [new Date('2019-12-31T18:29:59Z'), new Date('2019-12-31T18:30:00Z')];
    expect(await numbers.next(lastSecond)).toBe('RV-19-0000014');
    expect(await numbers.next(lastSecond)).toBe('RV-19-0000023');
    expect(await numbers.next(newYear)).toBe('RV-20-0000018');
  });

  it('are unique in the database', async () => {
    const [first, second] = [await fixture.begin(), await fixture.begin()];
    const { orderNumber } = await fixture.findRecord(first.orderId);
    await expect(fixture.model.updateOne({ _id: second.orderId }, { $set: { orderNumber } })).rejects.toMatchObject({
      code: 11_000,
    });
    expect((await fixture.findRecord(second.orderId)).orderNumber).not.toBe(orderNumber);
  });

  it('are skipped when another order has them, as after the restore of a backup', async () => {
    const numbers = fixture.service.app.get(OrderNumbers);
    const taken = await numbers.next();
    const { orderId } = await fixture.begin();
    await fixture.model.updateOne({ _id: orderId }, { $set: { orderNumber: taken } });
    const next = numbers.next.bind(numbers);
    let hasRepeated = false;
    numbers.next = () => {
      numbers.next = next;
      hasRepeated = true;
      return Promise.resolve(taken);
    };
    const other = await fixture.begin();
    expect(hasRepeated).toBe(true);
    expect((await fixture.findRecord(other.orderId)).orderNumber).not.toBe(taken);
  });
});
