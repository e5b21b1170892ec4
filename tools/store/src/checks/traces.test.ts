// A trace from gateway to payment and order, which run as processes and export to a collector.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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

interface Span {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status?: { code?: number };
}
interface Sent {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Omit<Span, 'service'>[] }[];
  }[];
}

/** A collector of OTLP over HTTP in JSON. */
class Collector {
  readonly spans: Span[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Collector> {
    const collector = new Collector(
      createServer((request, response) => {
        const bytes: Buffer[] = [];
        request
          .on('data', (part: Buffer) => bytes.push(part))
          .on('end', () => {
            if (request.url === '/v1/traces') collector.take(JSON.parse(Buffer.concat(bytes).toString()) as Sent);
            response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
          });
      }),
    );
    collector.server.listen(0, '127.0.0.1');
    await once(collector.server, 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Returns the span and its ancestors as `service: name`. */
  pathOf(span: Span | undefined): string[] {
    return span
      ? [
          `${span.service}: ${span.name}`,
          ...this.pathOf(
            this.spans.find(({ spanId, traceId }) => spanId === span.parentSpanId && traceId === span.traceId),
          ),
        ]
      : [];
  }

  private take({ resourceSpans }: Sent): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const { spans } of scopeSpans) this.spans.push(...spans.map((span) => ({ ...span, service })));
    }
  }
}

describe('a trace', () => {
  const stops: (() => unknown)[] = [];
  const id = () => randomBytes(12).toString('hex');
  const customer = buildIdentity({ id: id() });
  let collector: Collector;
  let razorpay: RazorpayStandIn;
  let nats: NatsConnection;
  let order: string;
  const requests: string[] = [];

  beforeAll(async () => {
    collector = await Collector.start();
    stops.push(() => collector.stop());
    const server = await startTestNats();
    stops.push(() => server.stop());
    nats = await connect({ servers: server.url });
    stops.push(() => nats.close());
    const gatewayPort = await findFreePort();
    razorpay = await RazorpayStandIn.start(`http://127.0.0.1:${gatewayPort}/api/payments/webhook`);
    stops.push(() => razorpay.stop());
    const common = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
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
    const [payment, orders] = await Promise.all([
      startTestProcess(main('services/payment'), { ...common, ...razorpay.env, MONGODB_URI: database('payment') }),
      startTestProcess(main('services/order'), { ...common, MONGODB_URI: database('order') }),
    ]);
    stops.push(
      () => payment.stop(),
      () => orders.stop(),
    );
    order = orders.url;
    const nobody = 'http://127.0.0.1:1';
    const gateway = await startTestProcess(main('gateway'), {
      ...common,
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
    });
    stops.push(() => gateway.stop());

    // The commands of cart and catalog that a checkout requests.
    const line = { productId: id(), size: '', quantity: 1 };
    const replies: Record<string, unknown> = {
      'rpc.cart.lines.get': { lines: [line] },
      'rpc.catalog.stock.hold': {
        outcome: 'held',
        lines: [{ ...line, name: 'Kanchipuram pattu', unitPaise: 250_000 }],
        totalPaise: 250_000,
      },
      'rpc.catalog.stock.commit': { outcome: 'sold' },
    };
    for (const [subject, data] of Object.entries(replies)) {
      nats.subscribe(subject, {
        callback: (_error, message) => {
          requests.push(`${subject} ${message.headers?.get('traceparent') ?? ''}`);
          message.respond(JSON.stringify({ ok: true, data }));
        },
      });
    }
  }, 60_000);
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  }, 30_000);

  it('continues from the caller through services and NATS, and from the webhook by an event to the placed order', async () => {
    const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
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
    const created = await fetch(`${order}/payments/create-order`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...testIdentityHeader('order', customer),
        traceparent: `00-${traceId}-${spanId}-01`,
      },
      body: JSON.stringify({ amount: 2_500, billing }),
    });
    const { order: opened } = (await created.json()) as { order: { id: string } };
    expect(created.status).toBe(200);
    await eventually(() => {
      const razorpaySpan = collector.spans.find((span) => span.name === 'request Razorpay' && span.traceId === traceId);
      expect(collector.pathOf(razorpaySpan)).toEqual([
        'payment: request Razorpay',
        'payment: serve rpc.payment.order.create',
        'order: request rpc.payment.order.create',
        'order: POST /payments/create-order',
      ]);
      expect(
        collector.spans.find((span) => span.traceId === traceId && span.name === 'POST /payments/create-order')
          ?.parentSpanId,
      ).toBe(spanId);
    });

    await razorpay.pay(opened.id, { webhook: 'once' });
    await eventually(() => {
      const sold = collector.spans.find(
        ({ name, traceId: its }) => name === 'request rpc.catalog.stock.commit' && its !== traceId,
      );
      expect(collector.pathOf(sold)).toEqual([
        'order: request rpc.catalog.stock.commit',
        'order: handle payment.captured',
        'payment: publish payment.captured',
        'payment: POST /payments/webhook',
        'gateway: POST /payments/webhook',
        'gateway: POST /api/payments/webhook',
      ]);
      const commit = requests.find((header) => header.startsWith('rpc.catalog.stock.commit'));
      expect(commit).toBe(`rpc.catalog.stock.commit 00-${sold?.traceId}-${sold?.spanId}-01`);
      const written = collector.spans.filter(
        (span) => span.traceId === sold?.traceId && span.name === 'findAndModify orders',
      );
      expect(written.length).toBeGreaterThan(0);
      expect(collector.pathOf(written[0]).slice(0, 2)).toEqual([
        'order: findAndModify orders',
        'order: handle payment.captured',
      ]);
    });
    expect(collector.spans.filter(({ name }) => /health|metrics/.test(name))).toEqual([]);
    // Spans contain no customer data.
    expect(JSON.stringify(collector.spans)).not.toMatch(/Asha|asha@|Temple|pattu/);
  }, 30_000);
});
