import { toIndianDay } from '@rangavalli/contracts/india-time';
import { buildIdentity, testIdentityHeader } from '@rangavalli/service-kit/testing/test-identity';
import type { mongo } from 'mongoose';
import { createId } from '../testing/fake-shop.js';
import { Invoices } from '../invoices/invoices.service.js';
import type { ReturnRecord } from '../returns/return.schema.js';
import type { OrderRecord } from '../store/order.schema.js';
import { OrderFixture } from '../testing/order-fixture.js';
import { buildQuotedOrder } from '../testing/quoted-order.js';

const accountant = buildIdentity({ id: createId(), role: 'accountant' });
const BENGALURU = { city: 'Bengaluru', state: 'Karnataka', pincode: '560001' };
const BUSINESS = { ...BENGALURU, fullName: '=HYPERLINK("x")', gstin: '29AAGCB7383J1Z4' };

const SHIPPED = { at: new Date(), by: 'a@example.com', what: 'Status changed', to: 'Shipped' };
const cancelled = () => ({
  status: 'Cancelled' as const,
  paymentState: 'refunded' as const,
  history: [SHIPPED, { at: new Date(), by: 'system', what: 'Payment refunded' }],
});

// Every expected value was computed by hand. Prices include the tax: silk and fabric 5 %, garments up to 2,625 5 %,
// above 18 %, jewellery 3 %. Rupees.
describe('the reports of a mixed month', () => {
  let fixture: OrderFixture;
  const month = toIndianDay(new Date()).slice(0, 7);
  beforeAll(async () => {
    fixture = await OrderFixture.start();
    const orders = [
      // 12,600 = 12,000 + 300 + 300
      buildQuotedOrder([{}]),
      // 3,000 across states: 3,000 × 18 / 118 = 457.63
      buildQuotedOrder([{ category: 'pant', pricePaise: 300_000 }], { billing: BENGALURU }),
      // 25,200 = 24,000 + 1,200, to a business; and the same again, cancelled after dispatch
      buildQuotedOrder([{ quantity: 2 }], { billing: BUSINESS }),
      buildQuotedOrder([{ quantity: 2 }], { billing: BUSINESS, ...cancelled() }),
      // 113,400 = 108,000 + 5,400 across states: above one lakh; and the same again, cancelled
      buildQuotedOrder([{ quantity: 9 }], { billing: BENGALURU }),
      buildQuotedOrder([{ quantity: 9 }], { billing: BENGALURU, ...cancelled() }),
      // 1,030 = 1,000 + 15 + 15 and 2,625 = 2,500 + 62.50 + 62.50 in one cart
      buildQuotedOrder([
        { category: 'accessories', pricePaise: 103_000 },
        { category: 'pant', pricePaise: 262_500 },
      ]),
      // 103 = 100 + 1.50 + 1.50, cancelled
      buildQuotedOrder([{ category: 'accessories', pricePaise: 10_300 }], cancelled()),
    ];
    await fixture.model.insertMany(orders);
    // Cancelled before dispatch: paid and refunded, but no document.
    const unsent = { ...cancelled(), history: [{ at: new Date(), by: 'system', what: 'Payment refunded' }] };
    await fixture.model.create(buildQuotedOrder([{ pricePaise: 500_000 }], unsent));
    // Of the month before.
    const before = new Date(Date.now() - 40 * 86_400_000);
    await fixture.model.create(
      buildQuotedOrder([{ pricePaise: 777_700 }], { orderedAt: before, status: 'Pending', history: [] }),
    );
    for (const { _id } of orders) await get(`/orders/${String(_id)}/invoice?format=json`);
  });
  afterAll(() => fixture.stop());

  const get = (url: string) => fixture.service.app.inject({ url, headers: testIdentityHeader('order', accountant) });
  const sheetsOf = async (call: 'GET /reports/gstr1' | 'GET /reports/sales' | 'GET /reports/payments', of = month) => {
    const { body } = await fixture.service.call(call, { query: { month: of, format: 'json' } }, accountant);
    return Object.fromEntries(body.report.sheets.map(({ name, rows }) => [name, rows]));
  };

  it('have the sheets of GSTR-1', async () => {
    const sheets = await sheetsOf('GET /reports/gstr1');
    const invoice = expect.stringMatching(/^RV\//) as unknown;
    const note = expect.stringMatching(/^CN\//) as unknown;
    const date = expect.stringMatching(/^\d{2}-[A-Z][a-z]{2}-20\d{2}$/) as unknown;
    const [place, shop, gstin, name] = ['29-Karnataka', '36-Telangana', BUSINESS.gstin, BUSINESS.fullName];
    const sold = [gstin, name, invoice, date, 25_200, place, 'N', '', 'Regular B2B', '', 5, 24_000, 0];
    expect(sheets).toEqual({
      b2b: [sold, sold],
      b2cl: [
        [invoice, date, 113_400, place, '', 5, 108_000, 0, ''],
        [invoice, date, 113_400, place, '', 5, 108_000, 0, ''],
      ],
      // The cancelled jewellery of 100 rupees is in and out of the 1,000.
      b2cs: [
        ['OE', place, '', 18, 2_542.37, 0, ''],
        ['OE', shop, '', 3, 1_000, 0, ''],
        ['OE', shop, '', 5, 14_500, 0, ''],
      ],
      cdnr: [[gstin, name, note, date, 'C', place, 'N', 'Regular B2B', 25_200, '', 5, 24_000, 0]],
      cdnur: [['B2CL', note, date, 'C', place, 113_400, '', 5, 108_000, 0]],
      exp: [],
      'hsn(b2b)': [['5007', '', 'PCS-PIECES', 2, 25_200, 5, 24_000, 1_200, 0, 0, 0]],
      'hsn(b2c)': [
        ['5007', '', 'PCS-PIECES', 10, 126_000, 5, 120_000, 5_400, 300, 300, 0],
        ['6204', '', 'PCS-PIECES', 1, 2_625, 5, 2_500, 0, 62.5, 62.5, 0],
        ['6204', '', 'PCS-PIECES', 1, 3_000, 18, 2_542.37, 457.63, 0, 0, 0],
        ['7117', '', 'PCS-PIECES', 1, 1_030, 3, 1_000, 0, 15, 15, 0],
      ],
      docs: [
        ['Invoices for outward supply', expect.stringMatching(/000001$/), expect.stringMatching(/000008$/), 8, 0],
        ['Credit Note', expect.stringMatching(/000001$/), expect.stringMatching(/000003$/), 3, 0],
      ],
    });
  });

  it('tie with each other, with the orders and with the refunds to the paisa', async () => {
    const totalOf = (rows: (string | number)[][] = [], column: number) =>
      rows.reduce((paise, row) => paise + Math.round(Number(row[column]) * 100), 0);
    const { sales } = await sheetsOf('GET /reports/sales');
    const { received, refunded } = await sheetsOf('GET /reports/payments');
    const gstr1 = await sheetsOf('GET /reports/gstr1');
    // Sold 12,600 + 3,000 + 25,200 + 113,400 + 3,655 and not taken back = 157,855
    expect([sales?.length, totalOf(sales, 13)]).toEqual([11, 15_785_500]);
    // Taxable: 12,000 + 2,542.37 + 24,000 + 108,000 + 3,500
    expect([8, 9, 10, 11].map((column) => totalOf(sales, column))).toEqual([15_004_237, 37_750, 37_750, 705_763]);
    expect(totalOf([...(gstr1['hsn(b2b)'] ?? []), ...(gstr1['hsn(b2c)'] ?? [])], 4)).toBe(15_785_500);
    // Received for those, and 25,200 + 113,400 + 103 + 5,000 that were refunded.
    expect([received?.length, totalOf(received, 4)]).toEqual([9, 30_155_800]);
    expect([refunded?.length, totalOf(refunded, 4)]).toEqual([4, -14_370_300]);
    expect(30_155_800 - 14_370_300).toBe(15_785_500);
    const empty = await sheetsOf('GET /reports/sales', '2020-01');
    expect(empty).toEqual({ sales: [] });
  });

  it('read only what belongs to the month, and the invoices of credit notes together', async () => {
    let invoiceReads = 0;
    let read = 0;
    const recordStart = ({ commandName, command }: mongo.CommandStartedEvent) => {
      if (commandName === 'find' && command['find'] === 'tax_documents' && 'cause' in command['filter'])
        invoiceReads += 1;
    };
    const recordReply = ({ reply }: mongo.CommandSucceededEvent) => {
      const { cursor } = reply as { cursor?: { ns: string; firstBatch?: unknown[] } };
      if (cursor?.ns.endsWith('.orders')) read += cursor.firstBatch?.length ?? 0;
    };
    fixture.model.db.on('commandStarted', recordStart);
    fixture.model.db.on('commandSucceeded', recordReply);
    expect(await sheetsOf('GET /reports/payments', '2020-01')).toEqual({ received: [], refunded: [] });
    expect(read).toBe(0);
    await sheetsOf('GET /reports/gstr1');
    fixture.model.db.off('commandStarted', recordStart);
    fixture.model.db.off('commandSucceeded', recordReply);
    expect(invoiceReads).toBe(1);
  });

  it('are files for spreadsheets, in which no text is a formula', async () => {
    const csv = await get(`/reports/gstr1?month=${month}&format=csv`);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.headers['content-disposition']).toBe(`attachment; filename="gstr1-${month}.csv"`);
    const lines = csv.body.split('\r\n');
    expect(lines.slice(0, 2)).toEqual(['\uFEFFb2b', expect.stringMatching(/^GSTIN\/UIN of Recipient,Receiver Name,/)]);
    expect(lines[2]).toContain(`29AAGCB7383J1Z4,"'=HYPERLINK(""x"")",RV/`);
    const xlsx = await get(`/reports/sales?month=${month}&format=xlsx`);
    expect(xlsx.headers['content-type']).toMatch(/spreadsheetml\.sheet$/);
    expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK');
    expect((await get(`/reports/sales?month=2026-13`)).statusCode).toBe(400);
    const support = buildIdentity({ id: createId(), role: 'support' });
    expect((await fixture.service.call('GET /reports/sales', { query: { month } }, support)).status).toBe(403);
  });

  it('list the documents of a month in pages', async () => {
    const page = (cursor?: string) =>
      fixture.service.call('GET /invoices', { query: { month, limit: 7, ...(cursor ? { cursor } : {}) } }, accountant);
    const { body } = await page();
    const next = await page(body.nextCursor);
    const numbers = [...body.invoices, ...next.body.invoices].map(({ number }) => number);
    expect([body.total, new Set(numbers).size, next.body.nextCursor]).toEqual([11, 11, undefined]);
  });
});

describe('a month with cash, store credit and partial returns', () => {
  let fixture: OrderFixture;
  const month = toIndianDay(new Date()).slice(0, 7);
  const now = new Date();
  const completed = (changes: Partial<ReturnRecord>): ReturnRecord => ({
    id: createId(),
    state: 'completed',
    requestedAt: now,
    decidedAt: now,
    lines: [],
    ...changes,
  });
  const accepted = (units: number, before: number, refundPaise: number) => ({
    lineId: '1',
    quantity: units,
    reason: 'size',
    outcome: 'refund' as const,
    accepted: units,
    acceptedBefore: before,
    refundPaise,
  });
  beforeAll(async () => {
    fixture = await OrderFixture.start();
    const invoices = fixture.service.app.get(Invoices);
    const store = async (order: OrderRecord) => {
      await fixture.model.create(order);
      for (const one of order.returns ?? []) await invoices.creditReturn(order, one);
      await get(`/orders/${String(order._id)}/invoice?format=json`);
    };
    // Three kurtas at 2,626 to another state, 7,878 = 6,676.27 + 1,201.73, of which one and then one come back.
    await store(
      buildQuotedOrder([{ category: 'pant', pricePaise: 262_600, quantity: 3 }], {
        billing: BENGALURU,
        returns: [
          completed({ lines: [accepted(1, 0, 262_600)], onlinePaise: 262_600 }),
          completed({ lines: [accepted(1, 1, 262_600)], creditPaise: 262_600 }),
        ],
      }),
    );
    // Nine sarees at 12,600 to another state, above one lakh; two come back: 25,200 = 24,000 + 1,200.
    await store(
      buildQuotedOrder([{ quantity: 9 }], {
        billing: BENGALURU,
        returns: [completed({ lines: [accepted(2, 0, 2_520_000)], onlinePaise: 2_520_000 })],
      }),
    );
    // Two sarees to a business; one comes back: 12,600 = 12,000 + 600.
    await store(
      buildQuotedOrder([{ quantity: 2 }], {
        billing: BUSINESS,
        returns: [completed({ lines: [accepted(1, 0, 1_260_000)], onlinePaise: 1_260_000 })],
      }),
    );
    // A saree of 12,600 for 1,000 of store credit and 11,600 in cash, of which the courier has paid the shop; returned
    // to a UPI ID: the cash there, the rest as credit.
    const cashOrder = buildQuotedOrder([{}], {
      method: 'cod',
      status: 'Delivered',
      creditPaise: 100_000,
      cash: {
        state: 'remitted',
        duePaise: 1_160_000,
        collectedAt: now,
        remittance: { reference: 'UTR-77', date: '2026-11-20', recordedAt: now, by: 'a@example.com' },
      },
      returns: [completed({ lines: [accepted(1, 0, 1_260_000)], payoutPaise: 1_160_000, creditPaise: 100_000 })],
    });
    const { payment: _payment, ...withoutPayment } = cashOrder;
    await store({ ...withoutPayment, orderedAt: now });
    // Collected and decided in the months around this one.
    const [before, after] = [-40, 40].map((days) => new Date(now.getTime() + days * 86_400_000)) as [Date, Date];
    const elsewhere = { ...buildQuotedOrder([{}]), orderedAt: before };
    const { payment: _none, ...unpaid } = elsewhere;
    const returns = [before, after].map((decidedAt) => completed({ lines: [], creditPaise: 70_000, decidedAt }));
    await fixture.model.create({
      ...unpaid,
      method: 'cod',
      status: 'Delivered',
      cash: { state: 'collected', duePaise: 1_260_000, collectedAt: before },
      returns,
    });
  });
  afterAll(() => fixture.stop());

  const get = (url: string) => fixture.service.app.inject({ url, headers: testIdentityHeader('order', accountant) });
  const sheetsOf = async (call: 'GET /reports/gstr1' | 'GET /reports/sales' | 'GET /reports/payments') => {
    const { body } = await fixture.service.call(call, { query: { month, format: 'json' } }, accountant);
    return Object.fromEntries(body.report.sheets.map(({ name, rows }) => [name, rows]));
  };

  it('has the credit notes of partial returns in the sheets of GSTR-1', async () => {
    const sheets = await sheetsOf('GET /reports/gstr1');
    const note = expect.stringMatching(/^CN\//) as unknown;
    const date = expect.any(String) as unknown;
    const [place, shop] = ['29-Karnataka', '36-Telangana'];
    expect(sheets['cdnr']).toEqual([
      [BUSINESS.gstin, BUSINESS.fullName, note, date, 'C', place, 'N', 'Regular B2B', 12_600, '', 5, 12_000, 0],
    ]);
    expect(sheets['cdnur']).toEqual([['B2CL', note, date, 'C', place, 25_200, '', 5, 24_000, 0]]);
    // 787,800 × 18 / 118 = 120,172.88, so 120,173; two of three: ⌊240,346 / 3⌋ = 80,115. One stays: 262,600 − 40,058.
    expect(sheets['b2cs']).toEqual([
      ['OE', place, '', 18, 2_225.42, 0, ''],
      ['OE', shop, '', 5, 0, 0, ''],
    ]);
    // Of nine sarees seven, of one none; of two to the business one.
    expect(sheets['hsn(b2b)']).toEqual([['5007', '', 'PCS-PIECES', 1, 12_600, 5, 12_000, 600, 0, 0, 0]]);
    expect(sheets['hsn(b2c)']).toEqual([
      ['5007', '', 'PCS-PIECES', 7, 88_200, 5, 84_000, 4_200, 0, 0, 0],
      ['6204', '', 'PCS-PIECES', 1, 2_626, 18, 2_225.42, 400.58, 0, 0, 0],
    ]);
    expect(sheets['docs']?.map((row) => row[3])).toEqual([4, 5]);
  });

  it('ties to the paisa: sales are what was received less what was refunded', async () => {
    const totalOf = (rows: (string | number)[][] = [], column: number) =>
      rows.reduce((paise, row) => paise + Math.round(Number(row[column]) * 100), 0);
    const { sales } = await sheetsOf('GET /reports/sales');
    const { received = [], refunded = [] } = await sheetsOf('GET /reports/payments');
    const amounts = (rows: (string | number)[][]) => rows.map((row) => [row[3], row[4]]).toSorted();
    expect(amounts(received)).toEqual(
      [
        ['upi', 7_878],
        ['upi', 113_400],
        ['upi', 25_200],
        ['cash on delivery', 11_600],
        ['store credit', 1_000],
      ].toSorted(),
    );
    expect(received.find((row) => row[3] === 'cash on delivery')?.[2]).toBe('UTR-77');
    expect(amounts(refunded)).toEqual(
      [
        ['upi', -2_626],
        ['store credit', -2_626],
        ['upi', -25_200],
        ['upi', -12_600],
        ['UPI payout', -11_600],
        ['store credit', -1_000],
      ].toSorted(),
    );
    // 2,626 + 88,200 + 12,600 stay sold.
    expect(totalOf(sales, 13)).toBe(10_342_600);
    expect(totalOf(received, 4) + totalOf(refunded, 4)).toBe(10_342_600);
  });
});
