import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.js';
import { readConfig } from './config.js';

const account = { SHIPROCKET_EMAIL: 'api@example.com', SHIPROCKET_PASSWORD: 'p', DELHIVERY_TOKEN: 't' };

describe('the stand-in of the couriers', () => {
  let app: FastifyInstance;
  let folder: string;
  const received: { headers: IncomingHttpHeaders; body: Record<string, unknown> }[] = [];
  const shop = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    received.push({ headers: request.headers, body: JSON.parse(body) as Record<string, unknown> });
    response.writeHead(200).end();
  });

  beforeAll(async () => {
    await new Promise<void>((listening) => shop.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    folder = await mkdtemp(join(tmpdir(), 'couriers-stand-in-'));
    const webhooks = { SHIPROCKET_WEBHOOK_URL: url, SHIPROCKET_WEBHOOK_KEY: 'key', DELHIVERY_WEBHOOK_URL: url };
    app = await createApp(readConfig({ ...account, ...webhooks, DATA_DIR: folder, LOG_LEVEL: 'silent' }));
    await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await app.close();
    shop.closeAllConnections();
    shop.close();
    await rm(folder, { recursive: true, force: true });
  });

  const call = async (method: 'GET' | 'POST', url: string, payload?: object | string, headers = {}) => {
    const response = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
  };
  const bookAtDelhivery = async (order: string): Promise<string> => {
    const shipment = {
      name: 'Asha',
      add: '1 Road',
      pin: '500092',
      phone: '9876543210',
      order,
      payment_mode: 'Prepaid',
    };
    const data = JSON.stringify({ shipments: [shipment], pickup_location: { name: 'Primary' } });
    const { body } = await call(
      'POST',
      '/api/cmu/create.json',
      new URLSearchParams({ format: 'json', data }).toString(),
      {
        authorization: 'Token t',
        'content-type': 'application/x-www-form-urlencoded',
      },
    );
    return (body['packages'] as { waybill: string }[])[0]?.waybill ?? '';
  };
  const sent = async (isIt: (body: Record<string, unknown>) => boolean) => {
    for (const end = Date.now() + 5_000; Date.now() < end;) {
      const found = received.find(({ body }) => isIt(body));
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error('Not received');
  };

  it.each(['shiprocket', 'kartrocket', 'sr', 'kr'])('refuses a webhook address with the word %s', (word) => {
    const configure = (segment: string) =>
      readConfig({ ...account, SHIPROCKET_WEBHOOK_URL: `http://gateway:3000/api/shipments/webhook/${segment}` });
    expect(() => configure(word)).toThrow('SHIPROCKET_WEBHOOK_URL');
    expect(configure('aggregator').SHIPROCKET_WEBHOOK_URL).toContain('/webhook/aggregator');
  });

  it('refuses requests without the account, in the words of the couriers', async () => {
    expect((await call('GET', '/v1/external/orders')).status).toBe(401);
    expect((await call('GET', '/api/v1/packages/json/?waybill=1')).status).toBe(401);
    const login = { email: account.SHIPROCKET_EMAIL, password: 'wrong' };
    expect((await call('POST', '/v1/external/auth/login', login)).body).toMatchObject({
      message: 'Invalid email and password combination',
    });
  });

  it("sends Shiprocket's webhook with the numbers of both tables and the clock of India", async () => {
    const login = { email: account.SHIPROCKET_EMAIL, password: account.SHIPROCKET_PASSWORD };
    const { token } = (await call('POST', '/v1/external/auth/login', login)).body;
    const headers = { authorization: `Bearer ${String(token)}` };
    const { body: wrong } = await call('POST', '/v1/external/orders/create/adhoc', { order_id: 'A' }, headers);
    expect(wrong).toMatchObject({ message: 'The given data was invalid.', status_code: 422 });
    const billing = { customer_name: 'Asha', address: '1 Road', city: 'Hyderabad', pincode: '500092' };
    const address = { ...billing, state: 'Telangana', country: 'India', phone: '9876543210' };
    const order = {
      order_id: 'RV-1',
      order_date: '2026-11-25 10:00',
      pickup_location: 'Primary',
      ...Object.fromEntries(Object.entries(address).map(([name, value]) => [`billing_${name}`, value])),
      order_items: [{ name: 'Saree', sku: 's', units: 1, selling_price: 2_500 }],
      payment_method: 'Prepaid',
      sub_total: 2_500,
      length: 30,
      breadth: 25,
      height: 5,
      weight: 0.8,
    };
    const { shipment_id } = (await call('POST', '/v1/external/orders/create/adhoc', order, headers)).body;
    const assigned = (await call('POST', '/v1/external/courier/assign/awb', { shipment_id }, headers)).body;
    const awb = (assigned['response'] as { data: { awb_code: string } }).data.awb_code;
    await call('POST', '/simulate/tracking', { awb, status: 'in_transit', at: '2026-11-25T20:00:00Z' });
    const { headers: keys, body } = await sent(({ current_status: status }) => status === 'IN TRANSIT');
    expect(keys['x-api-key']).toBe('key');
    expect(body).toMatchObject({
      awb,
      order_id: 'RV-1',
      current_status_id: 20,
      shipment_status_id: 18,
      current_timestamp: '26 11 2026 01:30:00',
    });
  });

  it("sends Delhivery's push, returns a cancelled parcel on its way, and prints a label", async () => {
    const awb = await bookAtDelhivery('RV-2');
    await call('POST', '/simulate/tracking', { awb, status: 'undelivered', reason: 'Door locked' });
    const { body } = await sent(({ Shipment }) => (Shipment as { NSLCode?: string } | undefined)?.NSLCode === 'EOD-11');
    expect(body).toMatchObject({
      Shipment: { AWB: awb, Status: { Status: 'Pending', StatusType: 'UD', Instructions: 'Door locked' } },
    });
    await call('POST', '/api/p/edit', { waybill: awb, cancellation: 'true' }, { authorization: 'Token t' });
    await sent(
      ({ Shipment }) => (Shipment as { Status?: { StatusType: string } } | undefined)?.Status?.StatusType === 'RT',
    );
    const label = await app.inject(`/files/labels/${awb}.pdf`);
    expect([label.headers['content-type'], label.body.slice(0, 5)]).toEqual(['application/pdf', '%PDF-']);
  });
});
