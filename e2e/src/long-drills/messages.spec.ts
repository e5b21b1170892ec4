import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallKey, CallRequest, CallResponse } from '@rangavalli/contracts/calls';
import type { Order } from '@rangavalli/contracts/entities/order';
import { expect, test } from '@playwright/test';
import { completeEveryCheckout, Load } from '../load/load.js';
import { call } from '../support/api.js';
import { getAllOrders, logInAsOwner } from '../support/people.js';
import { addressOf, eventually, kill } from '../support/store.js';

test.describe.configure({ timeout: 300_000 });

const ORDERS = 24;
const MAX_ATTEMPTS = 30;
const KILLS = 4;
/** Longer than a claim of the notification service, after which another process continues, ms. */
const SETTLED_AFTER_MS = 150_000;

interface Message {
  channel: string;
  eventKey?: string;
}

/** Numbers of accepted messages by their event key. */
async function countMessages(): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let after: number | undefined = 0; after !== undefined;) {
    const response = await fetch(`${addressOf('messages')}/messages?after=${after}`);
    const page = (await response.json()) as { messages: Message[]; next?: number };
    for (const { eventKey = '' } of page.messages) counts.set(eventKey, (counts.get(eventKey) ?? 0) + 1);
    after = page.next;
  }
  return counts;
}

/** Repeats a call until it succeeds: the service behind it may have been killed. */
const insist = <K extends CallKey>(key: K, request: CallRequest<K>, token: string): Promise<CallResponse<K>> =>
  eventually(async () => {
    const response = await call(key, request, token);
    if (!response.ok) throw new Error(`${key}: ${response.status} ${response.body.code}`);
    return response.body;
  }, 60_000);

test('each delivered parcel has one message, though notification and fulfilment are killed', async () => {
  const owner = await logInAsOwner();
  const load = await Load.create(owner, 4, { ...completeEveryCheckout, cancels: 0, pauseMs: 0 });
  const buyers = await load.addBuyers(4);
  // Some purchases are refused: the drill before has just restarted every process, and scarce products sell out.
  for (let attempt = 0; attempt < MAX_ATTEMPTS && load.log.confirmed.size < ORDERS; attempt += 1)
    await Promise.all(buyers.map((buyer) => buyer.buyOnce()));
  const ids = new Set(load.log.buyers.map(({ id }) => id));
  const orders = (await getAllOrders(owner.token)).filter(({ user }) => ids.has(user._id));
  const { failures, contractViolations } = load.log;
  expect(orders.length, JSON.stringify([...failures, ...contractViolations])).toBeGreaterThanOrEqual(ORDERS);

  const deliver = async ({ _id: orderId, products }: Order): Promise<string> => {
    const lines = products.map(({ lineId, quantity }) => ({ lineId, quantity }));
    const body = { requestId: randomUUID(), orderId, lines, courier: 'own' as const };
    const { shipment } = await insist('POST /shipments', { body: { ...body, awb: `AWB-${orderId}` } }, owner.token);
    for (const status of ['picked_up', 'out_for_delivery', 'delivered'] as const)
      await insist('POST /shipments/{id}/status', { params: { id: shipment.id }, body: { status } }, owner.token);
    return shipment.id;
  };
  const killing = (async () => {
    for (let round = 0; round < KILLS; round += 1) {
      await sleep(1_500);
      await Promise.all(['notification', 'fulfilment'].map((name) => eventually(() => kill(name))));
    }
  })();
  const parcels = await Promise.all(orders.map((order) => deliver(order)));
  await killing;

  const keys = parcels.flatMap((id) => ['out-for-delivery', 'delivered'].map((status) => `parcel-${id}-${status}`));
  /** Neither one message at the stand-in, nor, where a kill cut the request off, an email instead. */
  const findWrong = async (): Promise<string[]> => {
    const counts = await countMessages();
    const byEmail = await emailedInstead(orders, owner.token);
    return keys.filter((key) => counts.get(key) !== 1 && (counts.has(key) || !byEmail.has(key)));
  };
  await eventually(async () => expect(await findWrong()).toEqual([]), SETTLED_AFTER_MS);
  // Nothing follows: no message is sent a second time.
  await sleep(5_000);
  expect(await findWrong()).toEqual([]);
});

/** Keys of messages that went by email because the outcome of the SMS request is unknown. */
async function emailedInstead(orders: readonly Order[], token: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (const { _id: q } of orders) {
    const { notifications } = await insist('GET /notifications/admin', { query: { q, channel: 'email' } }, token);
    for (const { id, state, steps } of notifications)
      if (state === 'sent' && steps.some(({ outcome }) => outcome === 'unknown')) found.add(id);
  }
  return found;
}
