import { randomUUID } from 'node:crypto';
import { getModelToken } from '@nestjs/mongoose';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { drawPdf, pdfFontFamily } from '@rangavalli/service-kit/documents/pdf-renderer';
import { buildIdentity, testIdentityHeader } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import type { Model } from 'mongoose';
import { extractText } from 'unpdf';
import { createId } from '../testing/fake-shop.js';
import { OrderFixture } from '../testing/order-fixture.js';
import { buildQuotedOrder } from '../testing/quoted-order.js';
import { TAX_DOCUMENT, type TaxDocumentRecord } from './tax-document.schema.js';

const owner = buildIdentity({ id: createId(), role: 'owner', name: 'Owner', email: 'owner@example.com' });

describe('invoices', () => {
  let fixture: OrderFixture;
  beforeAll(async () => {
    fixture = await OrderFixture.start();
  });
  afterAll(() => fixture.stop());

  const documents = () => fixture.service.app.get<Model<TaxDocumentRecord>>(getModelToken(TAX_DOCUMENT));
  const setStatus = (orderId: string, status: 'Shipped' | 'Processing' | 'Cancelled') =>
    fixture.service.call('PUT /orders/admin/{orderId}', { params: { orderId }, body: { status } }, owner);
  const getInvoice = (orderId: string, as = owner, creditNote?: number) =>
    fixture.service.call(
      'GET /orders/{orderId}/invoice',
      { params: { orderId }, query: { format: 'json', ...(creditNote ? { creditNote } : {}) } },
      as,
    );

  it('are issued at dispatch, once, and only for those who may see the order', async () => {
    const { as, orderId } = await fixture.place({ quantity: 2 });
    expect((await getInvoice(orderId, as)).body.code).toBe('INVOICE_NOT_ISSUED');
    await setStatus(orderId, 'Shipped');
    await eventually(async () => expect(await documents().countDocuments({ orderId })).toBe(1));
    const { body } = await getInvoice(orderId, as);
    // 500,000 / 42 = 11,904.76: each half of the tax of 5 %
    expect(body.invoice).toMatchObject({
      kind: 'invoice',
      number: expect.stringMatching(/^RV\/\d{4}\/\d{6}$/),
      orderNumber: expect.stringMatching(/^RV-/),
      buyer: { name: 'Asha Rao', stateCode: '36' },
      deliveryAddress: ['Asha Rao', '12 Temple Street', 'Hyderabad, Telangana 500092', 'India'],
      placeOfSupply: '36',
      isReverseCharge: false,
      lines: [{ hsn: '5007', quantity: 2, unit: 'PCS', taxBasisPoints: 500, taxablePaise: 476_190 }],
      taxablePaise: 476_190,
      cgstPaise: 11_905,
      sgstPaise: 11_905,
      igstPaise: 0,
      totalPaise: 500_000,
      totalInWords: 'Rupees five thousand only',
    });
    expect(body.creditNotes).toBe(0);
    expect((await getInvoice(orderId, fixture.buildCustomer())).status).toBe(404);
    // A mistaken dispatch that is taken back stays invoiced, under the same number.
    await setStatus(orderId, 'Processing');
    await setStatus(orderId, 'Shipped');
    expect((await getInvoice(orderId)).body.invoice.number).toBe(body.invoice.number);
    const invoiced = await fixture.service.events('order.invoiced');
    expect(invoiced.filter(({ data }) => data.orderId === orderId)).toMatchObject([
      { data: { invoiceNumber: body.invoice.number, totalPaise: 500_000 } },
    ]);
  });

  it('are PDF files by default', async () => {
    const { as, orderId } = await fixture.place();
    await setStatus(orderId, 'Shipped');
    const response = await fixture.service.app.inject({
      url: `/orders/${orderId}/invoice`,
      headers: testIdentityHeader('order', as),
    });
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="RV-\d{4}-\d{6}\.pdf"$/);
    expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');

    // The email of the dispatch carries the same file.
    const commands = fixture.service.app.get(Commands);
    const { filename, base64 } = await commands.request('rpc.order.invoice.pdf', { orderId });
    expect(response.headers['content-disposition']).toContain(filename);
    expect(Buffer.from(base64, 'base64').length).toBe(response.rawPayload.length);
    const unsent = await fixture.place();
    await expect(commands.request('rpc.order.invoice.pdf', { orderId: unsent.orderId })).rejects.toMatchObject({
      code: 'INVOICE_NOT_ISSUED',
    });
  });

  it('are amended by a credit note when the order is cancelled after dispatch', async () => {
    const { as, orderId } = await fixture.place({ quantity: 3 });
    await setStatus(orderId, 'Shipped');
    const { invoice } = (await getInvoice(orderId)).body;
    await setStatus(orderId, 'Cancelled');
    await eventually(async () => expect((await getInvoice(orderId)).body.creditNotes).toBe(1));
    const note = (await getInvoice(orderId, as, 1)).body.invoice;
    expect(note).toMatchObject({
      kind: 'credit_note',
      number: expect.stringMatching(/^CN\/\d{4}\/\d{6}$/),
      original: { number: invoice.number, issuedAt: invoice.issuedAt },
      reason: 'Order cancelled',
      buyer: invoice.buyer,
    });
    const amounts = ({ lines, taxablePaise, cgstPaise, sgstPaise, totalPaise }: typeof note) => [
      lines.map(({ quantity, amountPaise }) => [quantity, amountPaise]),
      taxablePaise,
      cgstPaise,
      sgstPaise,
      totalPaise,
    ];
    // 750,000 / 42 = 17,857.14
    expect(amounts(note)).toEqual([[[3, 750_000]], 714_286, 17_857, 17_857, 750_000]);
    expect(amounts(invoice)).toEqual(amounts(note));
    // The refund of the payment adds none.
    await eventually(async () => expect((await fixture.findRecord(orderId)).paymentState).toBe('refunded'));
    await eventually(async () => expect(await fixture.service.hasHandled('payment.refunded')).toBe(true));
    expect((await getInvoice(orderId)).body.creditNotes).toBe(1);
    expect((await getInvoice(orderId, as, 2)).body.code).toBe('INVOICE_NOT_ISSUED');
  });

  it('are amended also when the history is full and has lost the dispatch', async () => {
    const whole = await fixture.place({ quantity: 2 });
    const part = await fixture.place({ quantity: 3 });
    const cancelOne = async ({ orderId }: typeof part) => {
      const body = { requestId: randomUUID(), lines: [{ lineId: '1', quantity: 1 }] };
      const request = { params: { orderId }, body };
      expect((await fixture.service.call('POST /orders/{orderId}/lines/cancel', request, owner)).status).toBe(200);
    };
    await cancelOne(part);
    const note = { at: new Date(), by: owner.email, what: 'Status changed', from: 'Pending', to: 'Processing' };
    for (const { orderId } of [whole, part]) {
      await setStatus(orderId, 'Shipped');
      expect((await getInvoice(orderId)).body.invoice.totalPaise).toBe(500_000);
      await setStatus(orderId, 'Processing');
      const $each = Array.from({ length: 200 }, () => note);
      await fixture.model.updateOne({ _id: orderId }, { $push: { history: { $each, $slice: -200 } } });
    }
    const creditedOf = async ({ orderId }: typeof part) =>
      (await documents().find({ orderId, kind: 'credit_note' }).sort({ sequence: 1 }).lean<TaxDocumentRecord[]>()).map(
        ({ document: { totalPaise } }) => totalPaise,
      );
    await setStatus(whole.orderId, 'Cancelled');
    await eventually(async () => expect(await creditedOf(whole)).toEqual([500_000]));
    // The first unit was cancelled before the invoice and is not on it; each of the others has a credit note.
    await cancelOne(part);
    await eventually(async () => expect(await creditedOf(part)).toEqual([250_000]));
    await cancelOne(part);
    await eventually(async () => expect(await creditedOf(part)).toEqual([250_000, 250_000]));
    expect((await fixture.findRecord(part.orderId)).status).toBe('Cancelled');
  });

  it('are amended when the payment is refunded without a cancellation, and not issued for what was not sent', async () => {
    const refunded = buildQuotedOrder([{ quantity: 1 }], { paymentState: 'captured' });
    const unsent = buildQuotedOrder([{ quantity: 1 }], { status: 'Cancelled', history: [] });
    await fixture.model.insertMany([refunded, unsent]);
    const { userId, payment } = refunded;
    await fixture.service.publish('payment.refunded', {
      orderNumber: 'RV-26-0042174',
      orderId: String(refunded._id),
      userId,
      razorpayOrderId: 'order_1',
      razorpayPaymentId: payment!.id,
      razorpayRefundId: 'rfnd_1',
      amountPaise: 1_260_000,
    });
    await eventually(async () => expect((await getInvoice(String(refunded._id))).body.creditNotes).toBe(1));
    expect((await getInvoice(String(refunded._id), owner, 1)).body.invoice).toMatchObject({
      reason: 'Payment refunded',
      totalPaise: 1_260_000,
      cgstPaise: 30_000,
    });
    expect((await getInvoice(String(unsent._id))).body.code).toBe('INVOICE_NOT_ISSUED');

    // The advance of a part payment: the goods stay sold.
    const part = buildQuotedOrder([{ quantity: 1 }], { paymentState: 'refunded' });
    await fixture.model.create({ ...part, method: 'part', payment: { ...part.payment!, amountPaise: 252_000 } });
    expect((await getInvoice(String(part._id))).body.creditNotes).toBe(0);
  });

  it('name the business that buys, and the details of the shop of that time', async () => {
    const settings = { legalName: 'Rangavalli Textiles', gstin: '36AABCT1332L1ZF', invoicePrefix: 'HYD' };
    const { settings: current } = (await fixture.service.call('GET /shop/settings', {}, owner)).body;
    const saved = await fixture.service.call('PUT /shop/settings', { body: { ...current, ...settings } }, owner);
    expect([saved.status, saved.body.code]).toEqual([200, undefined]);
    const business = {
      gstin: '29AAGCB7383J1Z4',
      businessName: 'Aranya Silks LLP',
      businessAddress: '4 Commercial Street, Bengaluru 560001',
    };
    const order = buildQuotedOrder([{}], { billing: business });
    await fixture.model.create(order);
    const { invoice } = (await getInvoice(String(order._id))).body;
    expect(invoice).toMatchObject({
      number: expect.stringMatching(/^HYD\//),
      supplier: { name: 'Rangavalli Textiles', gstin: '36AABCT1332L1ZF', stateCode: '36' },
      buyer: {
        name: 'Aranya Silks LLP',
        address: ['4 Commercial Street, Bengaluru 560001'],
        gstin: '29AAGCB7383J1Z4',
        stateCode: '29',
      },
      deliveryAddress: ['Asha Rao', '12 Temple Street', 'Hyderabad, Telangana 500092', 'India'],
      placeOfSupply: '29',
      cgstPaise: 0,
      igstPaise: 60_000,
    });
    await fixture.service.call('PUT /shop/settings', { body: current }, owner);
    expect((await getInvoice(String(order._id))).body.invoice).toEqual(invoice);
  });

  it('have every field of Rule 46 on paper, also in Devanagari and Telugu script', async () => {
    const { settings: current } = (await fixture.service.call('GET /shop/settings', {}, owner)).body;
    const registered = { ...current, legalName: 'Rangavalli Textiles', gstin: '36AABCT1332L1ZF' };
    await fixture.service.call('PUT /shop/settings', { body: registered }, owner);
    const order = buildQuotedOrder([{ quantity: 2 }], {
      billing: {
        fullName: 'हरि नायर',
        address: '12 तिलक नगर',
        gstin: '36AABCU9603R1ZM',
        businessName: 'తెలంగాణ పటం',
        businessAddress: '4 Abids Road, Hyderabad 500001',
      },
    });
    await fixture.model.create(order);
    const orderId = String(order._id);
    const { base64 } = await fixture.service.app.get(Commands).request('rpc.order.invoice.pdf', { orderId });
    const { number } = (await getInvoice(orderId)).body.invoice;
    const { text } = await extractText(new Uint8Array(Buffer.from(base64, 'base64')), { mergePages: true });
    for (const field of [
      'Tax invoice',
      `No. ${number}`,
      'Rangavalli Textiles',
      'GSTIN: 36AABCT1332L1ZF',
      `Order ${order.orderNumber} of `,
      'Place of supply: 36-Telangana',
      'Tax payable on reverse charge: No',
      'లంగాణ పటం',
      '4 Abids Road, Hyderabad 500001',
      'GSTIN: 36AABCU9603R1ZM',
      // In the sequence of drawn glyphs: a short i stands before its consonant.
      'हिर नायर',
      '12 ितलक नगर',
      'Kanchipuram pattu',
      '5007',
      '2 PCS',
      'CGST 2.5%',
      'SGST 2.5%',
      'Authorised signatory',
    ])
      expect(text).toContain(field);
    await fixture.service.call('PUT /shop/settings', { body: current }, owner);
  });

  it('are consecutive in their series', async () => {
    for (const kind of ['invoice', 'credit_note'] as const) {
      const found = await documents().find({ kind }).sort({ sequence: 1 }).lean<TaxDocumentRecord[]>();
      expect(found.map(({ sequence }) => sequence)).toEqual(found.map((_one, index) => index + 1));
      expect(found.length).toBeGreaterThan(1);
    }
  });
});

test('a character has its text in a document although an earlier one drew it as a part of another', async () => {
  const draw = (text: string) =>
    drawPdf(({ Document, Page, Text, create, renderToBuffer }) =>
      renderToBuffer(
        create(Document, {}, create(Page, { style: { fontFamily: pdfFontFamily } }, create(Text, {}, text))),
      ),
    );
  await draw('ĵ');
  const { text } = await extractText(new Uint8Array(await draw('ȷ')), { mergePages: true });
  expect(text).toBe('ȷ');
});
