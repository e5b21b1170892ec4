import { getConnectionToken, getModelToken } from '@nestjs/mongoose';
import type { EventData } from '@rangavalli/contracts/events';
import {
  eventually,
  startTestService,
  testMongoUri,
  type TestService,
} from '@rangavalli/service-kit/testing/test-service';
import type { Connection, Model } from 'mongoose';
import { NOTIFICATION, type NotificationRecord } from '../log/notification.schema.js';
import { type Delivery, EmailDelivery } from '../email/email-delivery.service.js';
import { Notifier } from '../notices/notifier.service.js';
import { notificationService } from '../notification.service-definition.js';
import { orderConfirmation } from '../templates/order-confirmation.js';
import { orderDispatched } from '../templates/order-dispatched.js';
import { parcelMoved } from '../templates/parcel-moved.js';
import { render } from '../templates/render.js';
import { returnDecided } from '../templates/return-decided.js';
import { startTestMailServer, type TestMailServer } from '../testing/test-mail-server.js';
import { buildOrder, customer, startTestNotification, type TestNotification } from '../testing/test-notification.js';

let service: TestNotification;
let mail: TestMailServer;
beforeAll(async () => {
  mail = await startTestMailServer();
  service = await startTestNotification({ SMTP_URL: mail.url });
});
afterAll(async () => {
  await service.stop();
  await mail.stop();
});
beforeEach(() => {
  mail.rejection = undefined;
});

type Order = EventData<'order.placed'>;
const buildOrders = (count: number) => Array.from({ length: count }, () => buildOrder());
const publishAll = (orders: Order[]) => Promise.all(orders.map((order) => service.publish('order.placed', order)));
const log = () => service.app.get<Model<NotificationRecord>>(getModelToken(NOTIFICATION));
const emailIds = (orders: Order[]) => orders.map(({ orderId }) => `order-${orderId}`).sort();
/** Ids of the emails that the mail server accepted for these orders, repeated ones included. */
const received = (orders: Order[]) =>
  mail.emails
    .flatMap((email) => /^Message-ID: <(order-\w+)@/m.exec(email)?.[1] ?? [])
    .filter((id) => emailIds(orders).includes(id))
    .sort();
const loggedAsSent = async (orders: Order[]) =>
  (
    await log()
      .find({ _id: { $in: emailIds(orders) }, state: 'sent', sentAt: { $exists: true } })
      .lean<NotificationRecord[]>()
  )
    .map(({ _id }) => _id)
    .sort();
const allHandled = () => eventually(async () => expect(await service.hasHandled('order.placed')).toBe(true));
const buildDelivery = ({ orderId }: Order): Delivery => ({
  id: `order-${orderId}`,
  kind: 'order_placed',
  to: customer.email,
  orderId,
  subject: 'Your order',
  text: 'Thank you.',
});

test('sends one email per order of a burst, and logs it', async () => {
  const orders = buildOrders(30);
  await publishAll(orders);
  await allHandled();
  expect(received(orders)).toEqual(emailIds(orders));
  expect(await loggedAsSent(orders)).toEqual(emailIds(orders));
  expect(await log().findById(emailIds(orders)[0]).lean()).toMatchObject({
    kind: 'order_placed',
    channel: 'email',
    to: customer.email,
    orderId: expect.any(String),
    eventId: expect.any(String),
    attempts: 1,
  });
});

test('sends one email when the event is published several times at once', async () => {
  const [one, other] = [buildOrder(), buildOrder()];
  await publishAll([one, one, other, one]);
  await allHandled();
  expect(received([one, other])).toEqual(emailIds([one, other]));
  expect(await loggedAsSent([one, other])).toEqual(emailIds([one, other]));
});

test('gives the claim to the first of two equal emails in one batch', async () => {
  const [one, other] = [buildOrder(), buildOrder()];
  const claims = [one, other, one].map((order) => service.app.get(EmailDelivery).enqueue(buildDelivery(order)));
  expect(await Promise.all(claims)).toEqual([true, true, false]);
});

test('claims the other emails of a batch when another process has claimed one', async () => {
  const [claimed, other] = [buildOrder(), buildOrder()];
  const now = new Date();
  const { id, kind, to } = buildDelivery(claimed);
  await log().create({ _id: id, kind, to, state: 'queued', attempts: 0, claimedAt: now, createdAt: now });
  const delivery = service.app.get(EmailDelivery);
  expect(await Promise.all([claimed, other].map((order) => delivery.enqueue(buildDelivery(order))))).toEqual([
    false,
    true,
  ]);
  await expect(delivery.sendOnce(buildDelivery(claimed))).rejects.toThrow('still being sent');
});

test('sends the email when its claim was left behind by a process that died', async () => {
  const order = buildOrder();
  const old = new Date(Date.now() - 61_000);
  const { id, kind, to } = buildDelivery(order);
  const pending = { receiver: { userId: order.userId, email: to }, data: order };
  await log().create({ _id: id, kind, to, pending, state: 'queued', attempts: 0, claimedAt: old, createdAt: old });
  await service.publish('order.placed', order);
  await allHandled();
  expect(received([order])).toEqual([id]);
  expect(await loggedAsSent([order])).toEqual([id]);
});

test('tries again when the mail server rejects the email', async () => {
  const order = buildOrder();
  mail.rejection = '451 try later';
  await service.publish('order.placed', order);
  const [id] = emailIds([order]);
  await eventually(async () =>
    expect(await log().findById(id).lean()).toMatchObject({ state: 'failed', error: expect.stringContaining('451') }),
  );
  mail.rejection = undefined;
  await allHandled();
  await log().updateOne({ _id: id }, { $set: { dueAt: new Date(0) } });
  await service.app.get(Notifier).sendDue();
  expect(received([order])).toEqual([id]);
  expect(await log().findById(id).lean()).not.toHaveProperty('error');
});

test('sends the emails when the log could not be written at the first delivery of the events', async () => {
  const orders = buildOrders(3);
  const { collection } = log();
  const insertMany = collection.insertMany.bind(collection);
  let failed = 0;
  collection.insertMany = () => {
    collection.insertMany = insertMany;
    failed += 1;
    return Promise.reject(new Error('database unavailable'));
  };
  await publishAll(orders);
  await allHandled();
  expect(failed).toBe(1);
  expect(await loggedAsSent(orders)).toEqual(emailIds(orders));
  expect(received(orders)).toEqual(emailIds(orders));
});

test('a process that stops finishes its emails, and another one sends the rest', async () => {
  const uri = new URL(testMongoUri());
  uri.pathname = service.app.get<Connection>(getConnectionToken()).name;
  const other: TestService = await startTestService(notificationService, `nats://${service.nats.getServer()}`, {
    MONGODB_URI: uri.href,
    SMTP_URL: mail.url,
  });
  const notifier = other.app.get(Notifier);
  const notify = notifier.notify.bind(notifier);
  const started: string[] = [];
  notifier.notify = (notice) => {
    started.push(notice.id);
    return notify(notice);
  };
  const orders = buildOrders(40);
  await publishAll(orders);
  await eventually(() => expect(started).not.toEqual([]));
  await other.stop();
  expect(await loggedAsSent(orders)).toEqual(expect.arrayContaining(started));
  await allHandled();
  expect(await loggedAsSent(orders)).toEqual(emailIds(orders));
  expect(received(orders)).toEqual(emailIds(orders));
});

test('names sender, receiver and message id', async () => {
  const order = buildOrder();
  await service.publish('order.placed', order);
  await allHandled();
  const email = mail.emails.find((raw) => raw.includes(order.orderId));
  expect(email).toContain('Content-Type: multipart/alternative');
  expect(email).toContain(`To: ${customer.email}`);
  expect(email).toContain(`Message-ID: <order-${order.orderId}@rangavalli.example>`);
});

test('contains items, total, address, dispatch, the link to the order and where to get help, as text and HTML', () => {
  const image = 'http://localhost:8080/media/shop/image/upload/v1/pattu.webp';
  const [line] = buildOrder().lines;
  const order = buildOrder({
    orderNumber: 'RV-26-0042174',
    totalPaise: 12_345_600,
    lines: [{ ...line!, name: 'Pattu <b>"Asha"</b>', image }],
    delivery: {
      fullName: 'Meera Nair',
      phone: '+91 98480 10407',
      address: '12 Temple Street',
      city: 'Hyderabad',
      state: 'Telangana',
      pincode: '500092',
      country: 'India',
    },
  });
  const { subject, text, html } = orderConfirmation(order, 'http://localhost:3000');
  expect(subject).toContain('RV-26-0042174');
  for (const body of [text, html]) {
    expect(body).toContain('Thank you for your order.');
    expect(body).toContain('Order RV-26-0042174, 14 March 2026');
    expect(body).toContain('₹12,345.50');
    expect(body).toContain('₹1,23,456');
    expect(body).toContain('hand it to the courier by 21 March 2026');
    expect(body).toContain('http://localhost:3000/user/orders/RV-26-0042174');
    expect(body).toContain('Hyderabad, Telangana, 500092');
    expect(body).toContain('12 Temple Street');
    expect(body).toContain('hello@rangavalli.example');
    expect(body).not.toContain(order.orderId);
  }
  expect(text).toContain('1 × Pattu <b>"Asha"</b> (size M): ₹12,345.50');
  expect(html).toContain('alt="Pattu &lt;b&gt;&quot;Asha&quot;&lt;/b&gt;"');
  expect(html).toContain('src="http://localhost:8080/media/shop/image/upload/f_jpg,q_auto,w_144/v1/pattu.webp"');
  expect(html).not.toContain('<b>');
  expect(html).toContain('tel:+919000000000');
});

test('names the promised dates, and dispatch no later than the first of them', () => {
  const promised = buildOrder({ promise: { from: '2026-03-18', to: '2026-03-20' } });
  const { text, html } = orderConfirmation(promised, 'http://localhost:3000');
  for (const body of [text, html]) {
    expect(body).toContain('hand it to the courier by 18 March 2026');
    expect(body).toContain('We expect to deliver it between 18 March 2026 and 20 March 2026.');
  }
});

test('contains neither name nor address while the email address is not verified', () => {
  const order = buildOrder({ customer: { name: 'Meera', email: customer.email, emailVerified: false } });
  const { text, html } = orderConfirmation(order, 'http://localhost:3000');
  expect(text + html).not.toMatch(/Meera|Delivery address/);
});

test('names what is payable on delivery: all of it, or the part that was not paid before', () => {
  const totalOf = (duePaise: number) => {
    const order = buildOrder({ totalPaise: 250_000, payment: { method: 'cod', duePaise } });
    return /Total.*/.exec(orderConfirmation(order, undefined).text)?.[0];
  };
  expect(totalOf(250_000)).toBe('Total, payable on delivery: ₹2,500');
  expect(totalOf(200_000)).toBe('Total, ₹2,000 of it payable on delivery: ₹2,500');
});

test('names what was personalised, to confirmed addresses only', () => {
  const order = buildOrder();
  const lines = order.lines.map((line) => ({ ...line, personalisation: [{ label: 'Initials', value: 'RK' }] }));
  const textFor = (emailVerified: boolean) =>
    orderConfirmation({ ...order, lines, customer: { ...order.customer, emailVerified } }).text;
  expect(textFor(true)).toContain('      Initials: RK');
  expect(textFor(false)).not.toContain('RK');
});

test('announces the dispatch once, with the number of the invoice and a link to it', async () => {
  const { orderId, userId } = buildOrder();
  const invoiced = {
    orderId,
    userId,
    orderNumber: 'RV-26-0042174',
    invoiceNumber: 'RV/2627/000123',
    issuedAt: '2026-11-23T09:30:00.000Z',
    totalPaise: 1_260_000,
    customer: { name: 'Meera', email: customer.email, emailVerified: true },
  };
  const unverified = {
    ...invoiced,
    orderId: buildOrder().orderId,
    customer: { ...invoiced.customer, emailVerified: false },
  };
  const missing = { ...invoiced, orderId: buildOrder().orderId };
  const requested: unknown[] = [];
  const invoices = service.nats.subscribe('rpc.order.invoice.pdf', {
    callback: (_error, message) => {
      if (message.json<{ orderId: string }>().orderId === missing.orderId) {
        const error = { code: 'INVOICE_NOT_ISSUED', message: 'There is no invoice yet.' };
        message.respond(JSON.stringify({ ok: false, error }));
        return;
      }
      requested.push(message.json());
      const data = { filename: 'RV-2627-000123.pdf', base64: Buffer.from('%PDF-1.7 invoice').toString('base64') };
      message.respond(JSON.stringify({ ok: true, data }));
    },
  });
  await service.publish('order.invoiced', invoiced);
  await service.publish('order.invoiced', invoiced);
  await service.publish('order.invoiced', unverified);
  await eventually(async () => expect(await service.hasHandled('order.invoiced')).toBe(true));
  const [raw = '', ...more] = mail.emails.filter((one) => one.includes(`Message-ID: <dispatched-${orderId}@`));
  expect(more).toEqual([]);
  expect(raw).toMatch(/Content-Type: application\/pdf; name=RV-2627-000123\.pdf/);
  expect(raw).toContain(Buffer.from('%PDF-1.7 invoice').toString('base64'));
  // It has a name and an address: confirmed addresses only.
  expect(requested).toEqual([{ orderId }]);
  const other = mail.emails.filter((one) => one.includes(`Message-ID: <dispatched-${unverified.orderId}@`));
  expect(other).toHaveLength(1);
  expect(other[0]).not.toContain('application/pdf');
  // It is retried as often as an email that the mail server does not accept.
  await service.publish('order.invoiced', missing);
  await eventually(async () =>
    expect(await log().findById(`dispatched-${missing.orderId}`).lean()).toMatchObject({
      state: 'failed',
      retries: 1,
      error: 'the invoice could not be loaded',
    }),
  );
  invoices.unsubscribe();
  const { subject, text, html } = orderDispatched(invoiced, 'http://localhost:3000');
  expect(subject).toBe('Your Rangavalli order RV-26-0042174 is on its way');
  expect(text).toContain('The invoice is attached as a PDF file.');
  expect(text).toContain('Tax invoice RV/2627/000123 of 23 November 2026: ₹12,600');
  expect(html).toContain('href="http://localhost:3000/user/orders/RV-26-0042174"');
});

test('announces what happens to a parcel, each status once, with the link to its page', async () => {
  const { orderId, userId } = buildOrder();
  const moved = {
    orderId,
    userId,
    orderNumber: 'RV-26-0042174',
    shipmentId: `${orderId}-1`,
    status: 'out_for_delivery' as const,
    courier: 'own' as const,
    awb: 'DTDC-1001',
    trackingPath: '/track/abc',
    lines: [{ name: 'Kanchipuram pattu', quantity: 2 }],
    customer: { name: 'Meera', email: customer.email, emailVerified: true },
  };
  await service.publish('order.parcel.moved', moved);
  await service.publish('order.parcel.moved', moved);
  await service.publish('order.parcel.moved', { ...moved, status: 'in_transit' });
  await service.publish('order.parcel.moved', { ...moved, status: 'delivered' });
  await eventually(async () => expect(await service.hasHandled('order.parcel.moved')).toBe(true));
  const sent = mail.emails.flatMap((raw) => /<parcel-\w+-1-([\w-]+)@/.exec(raw)?.[1] ?? []);
  expect(sent.toSorted()).toEqual(['delivered', 'out-for-delivery']);
  const { subject, text, html } = parcelMoved(moved, 'http://localhost:3000');
  expect(subject).toBe('Out for delivery: your order RV-26-0042174');
  expect(text).toContain('In this parcel: 2 × Kanchipuram pattu');
  expect(html).toContain('href="http://localhost:3000/track/abc"');
});

test('reports what the customer gets for a return, once', async () => {
  const { orderId, userId } = buildOrder();
  const decided = {
    orderId,
    userId,
    orderNumber: 'RV-26-0042174',
    returnId: orderId,
    holdId: `${orderId}:1`,
    restocked: [],
    refund: { razorpayPaymentId: 'pay_1', amountPaise: 745_000 },
    creditPaise: 125_000,
    staff: { id: userId, name: 'Asha', role: 'owner' as const },
    customer: { name: 'Meera', email: customer.email, emailVerified: true },
  };
  await service.publish('order.return.decided', decided);
  await service.publish('order.return.decided', decided);
  await eventually(async () => expect(await service.hasHandled('order.return.decided')).toBe(true));
  expect(mail.emails.filter((raw) => raw.includes(`Message-ID: <return-${orderId}@`))).toHaveLength(1);
  const { subject, text } = returnDecided(decided, 'http://localhost:3000');
  expect(subject).toBe('Your return of order RV-26-0042174 is accepted');
  expect(text).toContain('We are refunding ₹7,450 to how you paid.');
  expect(text).toContain('We have added ₹1,250 to your store credit.');
  const short = render('return_decided', 'push', decided);
  expect(short).toMatchObject({
    title: 'Return accepted',
    text: expect.stringContaining(': return accepted.') as string,
  });
  const upi = returnDecided({ ...decided, payout: { amountPaise: 254_900, to: 'upi' } }).text.replaceAll(/\s+/g, ' ');
  expect(upi).toContain('We will pay ₹2,549 to the UPI ID that you gave us');
  const refused = [{ name: 'Kanchipuram pattu', quantity: 2 }];
  const part = returnDecided({ ...decided, refused, note: 'Two were worn' });
  expect(part.subject).toBe('Your return of order RV-26-0042174 is accepted in part');
  expect(part.text).toContain('Not accepted: 2 × Kanchipuram pattu.');
  expect(part.text).toContain('Our note: Two were worn');

  const { refund: _refund, ...others } = decided;
  const due = { amountPaise: 60_000, payBy: '2026-11-29T06:00:00.000Z' };
  const exchange = { orderId, amountPaise: 250_000, due };
  const unpaid = returnDecided({ ...others, creditPaise: 0, exchange }).text.replaceAll(/\s+/g, ' ');
  expect(unpaid).toContain('The new item costs ₹600 more.');
  expect(unpaid).toContain('Please pay by 29 Nov 2026, 11:30 am (IST) and we will send the item.');
  expect(unpaid).toContain('stays in your store credit');
  expect(unpaid).not.toContain('will send soon');
});

test('reports a refused return with the note of staff, once', async () => {
  const { orderId, userId } = buildOrder();
  const refused = {
    orderId,
    userId,
    orderNumber: 'RV-26-0042174',
    returnId: orderId,
    refused: [{ name: 'Kanchipuram pattu', quantity: 1 }],
    note: 'The saree was worn.',
    customer: { name: 'Meera', email: customer.email, emailVerified: true },
  };
  await service.publish('order.return.refused', refused);
  await service.publish('order.return.refused', refused);
  await eventually(async () => expect(await service.hasHandled('order.return.refused')).toBe(true));
  expect(mail.emails.filter((raw) => raw.includes(`Message-ID: <return-${orderId}@`))).toHaveLength(1);
  const { subject, text, html } = returnDecided(refused, 'http://localhost:3000');
  expect(subject).toBe('Your return of order RV-26-0042174 is not accepted');
  for (const line of ['Not accepted: 1 × Kanchipuram pattu.', 'Our note: The saree was worn.'])
    expect(text).toContain(line);
  expect(html).toContain('href="http://localhost:3000/user/orders/RV-26-0042174"');
  expect(render('return_decided', 'push', refused)).toMatchObject({ title: 'Return not accepted' });
});

test('reports the payment of a refund of cash with its reference, once', async () => {
  const { orderId, userId } = buildOrder();
  const paid = {
    orderId,
    userId,
    orderNumber: 'RV-26-0042174',
    returnId: orderId,
    amountPaise: 254_900,
    to: 'bank' as const,
    reference: 'UTR-4711',
    customer: { name: 'Meera', email: customer.email, emailVerified: true },
  };
  await service.publish('order.return.paid', paid);
  await service.publish('order.return.paid', paid);
  await eventually(async () => expect(await service.hasHandled('order.return.paid')).toBe(true));
  const sent = mail.emails.filter((raw) => raw.includes(`Message-ID: <payout-${orderId}@`));
  expect(sent).toHaveLength(1);
  for (const part of ['UTR-4711', 'the bank account that you gave us'])
    expect(sent[0]?.replaceAll(/=\r?\n/g, '')).toContain(part);
});
