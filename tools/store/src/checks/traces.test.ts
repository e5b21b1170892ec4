// Traces and log lines of a purchase through gateway, order, catalog and payment, which run as processes.
import { randomBytes } from 'node:crypto';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { services } from '@rangavalli/contracts/call';
import { byAddress, remoteSlices } from '@rangavalli/contracts/slices';
import { findFreePort, startTestNats } from '@rangavalli/service-kit/testing/nats-server';
import { RazorpayStandIn } from '@rangavalli/service-kit/testing/razorpay-stand-in';
import {
  buildIdentity,
  TEST_GATEWAY_ENV,
  TEST_IDENTITY_ENV,
  testIdentityHeader,
} from '@rangavalli/service-kit/testing/test-identity';
import { startTestProcess } from '@rangavalli/service-kit/testing/test-process';
import { eventually, testMongoUri } from '@rangavalli/service-kit/testing/test-service';
import { MongoClient } from 'mongodb';
import { TestLogins } from '../testing/test-logins.js';
import { Collector, type Span } from '../testing/trace-collector.js';

/** A line of a process's log. */
interface Line {
  service: string;
  msg: string;
  orderId?: string;
  orderNumber?: string;
  correlationId?: string;
  traceId?: string;
  outcome?: string;
  route?: string;
}

const orderOf = ({ attributes }: Span, by: 'id' | 'number' = 'id'): string | undefined =>
  attributes.find(({ key }) => key === `rangavalli.order.${by}`)?.value.stringValue;

/** @returns its id */
async function createProduct(catalogUrl: string): Promise<string> {
  const admin = buildIdentity({ id: randomBytes(12).toString('hex'), role: 'owner' });
  const response = await fetch(`${catalogUrl}/products/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...testIdentityHeader('catalog', admin) },
    body: JSON.stringify({ name: 'Kanchipuram pattu', price: 2_500, category: 'saree', sareeType: 'pattu', stock: 3 }),
  });
  return ((await response.json()) as { product: { _id: string } }).product._id;
}

describe('a purchase', () => {
  const stops: (() => unknown)[] = [];
  const id = () => randomBytes(12).toString('hex');
  const customer = buildIdentity({ id: id() });
  let collector: Collector;
  let razorpay: RazorpayStandIn;
  let nats: NatsConnection;
  let logins: TestLogins;
  let gatewayUrl: string;
  const lines: Line[] = [];
  const readLine = (line: string) => void lines.push(JSON.parse(line) as Line);

  beforeAll(async () => {
    collector = await Collector.start();
    stops.push(() => collector.stop());
    const server = await startTestNats();
    stops.push(() => server.stop());
    nats = await connect({ servers: server.url });
    stops.push(() => nats.close());
    logins = await TestLogins.start(nats);
    stops.push(() => logins.stop());
    const gatewayPort = await findFreePort();
    razorpay = await RazorpayStandIn.start(`http://127.0.0.1:${gatewayPort}/api/payments/webhook`);
    stops.push(() => razorpay.stop());
    const common = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      NATS_URL: server.url,
      ...TEST_IDENTITY_ENV,
      ...TEST_GATEWAY_ENV,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '100',
    };
    const database = (name: string): string => {
      const uri = new URL(testMongoUri());
      uri.pathname = `/test_traces_${name}_${randomBytes(6).toString('hex')}`;
      stops.push(async () => {
        const client = new MongoClient(uri.href);
        await client
          .db()
          .dropDatabase()
          .finally(() => client.close());
      });
      return uri.href;
    };
    const main = (of: string): URL => new URL(`../../../../${of}/dist/main.js`, import.meta.url);
    const images = {
      MEDIA_URL: 'http://localhost:8080/media',
      CLOUDINARY_URL: 'cloudinary://key:secret@rangavalli?upload_prefix=http://127.0.0.1:1',
    };
    // One after the other, so that a slow machine starts each within its time.
    const start = async (slice: string, env: Record<string, string>) => {
      const started = await startTestProcess(main(slice), { ...common, ...env }, readLine);
      stops.push(() => started.stop());
      return started;
    };
    const payment = await start('services/payment', { ...razorpay.env, MONGODB_URI: database('payment') });
    const orders = await start('services/order', { MONGODB_URI: database('order') });
    const catalog = await start('services/catalog', { ...images, MONGODB_URI: database('catalog') });
    const nobody = 'http://127.0.0.1:1';
    const gateway = await start('gateway', {
      PORT: String(gatewayPort),
      INTERNAL_PORT: String(await findFreePort()),
      RATE_LIMIT: 'off',
      PUBLIC_URL: 'http://localhost',
      RAZORPAY_KEY_ID: 'rzp_test_key',
      CLOUDINARY_UPLOAD_URL: nobody,
      ...byAddress([...services, ...remoteSlices], nobody),
      SHELL_URL: nobody,
      PAYMENT_URL: payment.url,
      ORDER_URL: orders.url,
      USER_URL: logins.url,
    });
    gatewayUrl = gateway.url;

    const product = await createProduct(catalog.url);
    nats.subscribe('rpc.cart.lines.get', {
      callback: (_error, message) =>
        void message.respond(
          JSON.stringify({ ok: true, data: { lines: [{ productId: product, size: '', quantity: 1 }] } }),
        ),
    });
  }, 120_000);
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  }, 30_000);

  /** As a browser does. */
  const send = async (path: string, body: object) => {
    const response = await fetch(`${gatewayUrl}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: logins.authorization(customer) },
      body: JSON.stringify(body),
    });
    expect([response.status, await response.clone().text()]).toEqual([200, expect.anything()]);
    return (await response.json()) as { order: { id: string }; orderId: string; orderNumber: string };
  };

  it('has one trace over browser calls, webhook and events, found by order number, and a line per change', async () => {
    const billing = {
      fullName: 'Asha Rao',
      email: 'asha@example.com',
      phone: '+91 90000 11111',
      address: '12 Temple Street',
      city: 'Hyderabad',
      state: 'Telangana',
      pincode: '500092',
      country: 'India',
    };
    const { order: opened, orderId, orderNumber } = await send('/payments/create-order', { amount: 2_500, billing });
    const find = (name: string, service = 'order'): Span | undefined =>
      collector.spans.find((span) => span.service === service && span.name === name);
    const checkout = [
      'order: POST /payments/create-order',
      'gateway: POST /payments/create-order',
      'gateway: POST /api/payments/create-order',
    ];
    await eventually(() => {
      expect(collector.pathOf(find('request Razorpay', 'payment'))).toEqual([
        'payment: request Razorpay',
        'payment: serve rpc.payment.order.create',
        'order: request rpc.payment.order.create',
        ...checkout,
      ]);
      expect(collector.pathOf(find('serve rpc.catalog.stock.hold', 'catalog'))).toEqual([
        'catalog: serve rpc.catalog.stock.hold',
        'order: request rpc.catalog.stock.hold',
        ...checkout,
      ]);
    });
    const purchase = find('POST /payments/create-order')?.traceId;

    const paid = await razorpay.pay(opened.id, { webhook: 'once' });
    await eventually(() => {
      expect(collector.pathOf(find('serve rpc.catalog.stock.commit', 'catalog'))).toEqual([
        'catalog: serve rpc.catalog.stock.commit',
        'order: request rpc.catalog.stock.commit',
        'order: place order',
        'order: handle payment.captured',
        'payment: publish payment.captured',
        'payment: record capture',
        'payment: serve rpc.payment.order.create',
        'order: request rpc.payment.order.create',
        ...checkout,
      ]);
      const names = collector.spans.flatMap((span) => (span.traceId === purchase ? span.name : []));
      expect(names).toEqual(
        expect.arrayContaining(['findAndModify orders', 'publish order.placed', 'publish catalog.stock.held']),
      );
    });

    // Webhooks have traces of their own; the one that reported the capture first and what it caused are linked.
    const capture = find('record capture', 'payment');
    const webhook = await eventually(() => {
      const cause = collector.spans.find(({ spanId: id }) => id === capture?.links?.[0]?.spanId);
      expect(collector.pathOf(cause)).toEqual([
        'payment: POST /payments/webhook',
        'gateway: POST /payments/webhook',
        'gateway: POST /api/payments/webhook',
      ]);
      return cause;
    });
    expect(webhook?.traceId).not.toBe(purchase);
    expect(webhook?.links).toMatchObject([{ traceId: purchase }]);

    await send('/payments/verify', { ...paid, billing });
    await eventually(() => {
      const verify = find('POST /payments/verify');
      expect(verify?.links).toMatchObject([{ traceId: purchase }]);
      expect(collector.pathOf(verify).at(-1)).toBe('gateway: POST /api/payments/verify');
      const found = new Set(collector.spans.flatMap((span) => (orderOf(span) === orderId ? span.traceId : [])));
      const numbered = collector.spans.flatMap((span) => (orderOf(span, 'number') === orderNumber ? span.traceId : []));
      const webhooks = collector.spans.flatMap(({ name, traceId }) =>
        name === 'POST /payments/webhook' ? traceId : [],
      );
      expect(found).toEqual(new Set([purchase, verify?.traceId, ...webhooks]));
      expect(new Set(numbered)).toEqual(found);
    });
    expect(collector.spans.filter(({ name }) => /health|metrics/.test(name))).toEqual([]);

    const linesOf = (service: string, msg: string) =>
      lines.filter((line) => line.service === service && line.msg === msg && line.orderId === orderId);
    // Lines are written in batches.
    await eventually(() => {
      expect(linesOf('order', 'order changed').map(({ outcome }) => outcome)).toEqual([
        'opening',
        'checkout',
        'paid',
        'placed',
      ]);
      expect(linesOf('payment', 'payment changed').map(({ outcome }) => outcome)).toEqual(['created', 'captured']);
      expect(linesOf('catalog', 'stock changed').map(({ outcome }) => outcome)).toEqual(['held', 'sold']);
      expect(linesOf('order', 'request').map(({ route, outcome }) => [route, outcome])).toEqual([
        ['/payments/create-order', 'ok'],
        ['/payments/verify', 'ok'],
      ]);
    });
    await eventually(() => {
      const delivered = linesOf('payment', 'request').find(({ traceId }) => traceId === webhook?.traceId);
      expect(delivered).toMatchObject({ route: '/payments/webhook', outcome: 'ok' });
      const sameRequest = lines.filter(({ correlationId }) => correlationId === delivered?.correlationId);
      expect(sameRequest.map(({ service, msg, outcome }) => [service, msg, outcome])).toEqual(
        expect.arrayContaining([
          ['gateway', 'request', 'ok'],
          ['payment', 'payment changed', 'captured'],
          ['order', 'order changed', 'placed'],
          ['catalog', 'stock changed', 'sold'],
        ]),
      );
      // The gateway does not know the order: its lines have the correlation ids of the order's.
      const ofOrder = new Set(lines.flatMap((line) => (line.orderId === orderId ? line.correlationId : [])));
      const found = lines.filter(({ correlationId }) => correlationId && ofOrder.has(correlationId));
      expect(
        found.filter(({ service }) => service === 'gateway').map(({ route, outcome }) => [route, outcome]),
      ).toEqual(
        expect.arrayContaining([
          [expect.stringContaining('/payments/create-order'), 'ok'],
          [expect.stringContaining('/payments/webhook'), 'ok'],
          [expect.stringContaining('/payments/verify'), 'ok'],
        ]),
      );
      expect(new Set(found.map(({ service }) => service))).toEqual(new Set(['gateway', 'order', 'catalog', 'payment']));
    });
    expect(lines.filter(({ route }) => route?.startsWith('/health') || route === '/metrics')).toEqual([]);
    // Spans and lines contain no customer data.
    expect(JSON.stringify([collector.spans, lines])).not.toMatch(/Asha|asha@|\+91 90000|Temple|pattu/);
  }, 30_000);
});
