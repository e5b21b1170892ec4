import { normalizeOrderNumber } from '@rangavalli/contracts/order-number';
import { z } from 'zod';

const PAGE_SIZE = 100;
const TIMEOUT_MS = 15_000;

const payment = z.object({ id: z.string(), order_id: z.string().nullish(), status: z.string(), amount: z.number() });
const refund = z.object({ payment_id: z.string(), receipt: z.string().nullish(), status: z.string() });
const order = z.object({
  receipt: z.string().nullish(),
  notes: z.union([z.record(z.string(), z.string()), z.array(z.unknown())]).nullish(),
});
type Payment = z.infer<typeof payment>;
export type RazorpayRefund = z.infer<typeof refund>;

export class RazorpayClient {
  constructor(private readonly access: { url: string; keyId: string; keySecret: string }) {}

  async findCaptured(since: Date): Promise<Payment[]> {
    return (await this.list('/v1/payments', payment, since)).filter(({ status }) => status === 'captured');
  }

  /** Returns all refunds of each payment whose last part was refunded since then, also of older payments. */
  async findRefunded(since: Date): Promise<Map<string, RazorpayRefund[]>> {
    const ids = new Set((await this.list('/v1/refunds', refund, since)).map(({ payment_id }) => payment_id));
    const refunded = new Map<string, RazorpayRefund[]>();
    for (const id of ids)
      if (payment.parse(await this.request(`/v1/payments/${id}`)).status === 'refunded')
        refunded.set(id, await this.list(`/v1/payments/${id}/refunds`, refund));
    return refunded;
  }

  /** Other shops may use the same account. */
  async isOrderOfThisShop(razorpayOrderId: string): Promise<boolean> {
    const { receipt, notes } = order.parse(await this.request(`/v1/orders/${razorpayOrderId}`));
    if (!receipt || !notes || Array.isArray(notes)) return false;
    const orderId = notes['orderId'];
    if (orderId === undefined || !/^[0-9a-f]{24}$/.test(orderId)) return false;
    return normalizeOrderNumber(receipt) === receipt;
  }

  /** Uses the idempotency key of the payment service. */
  async refund({ id, amount }: Payment): Promise<void> {
    const key = `refund-${id}`;
    const body = { amount, speed: 'normal', receipt: key, notes: { key } };
    await this.request(`/v1/payments/${id}/refund`, body, { 'x-refund-idempotency': key });
  }

  private async list<T extends z.ZodType>(path: string, shape: T, since?: Date): Promise<z.output<T>[]> {
    const found: z.output<T>[] = [];
    const from = since ? `from=${Math.floor(since.getTime() / 1_000)}&` : '';
    for (let skip = 0; ; skip += PAGE_SIZE) {
      const query = `${from}count=${PAGE_SIZE}&skip=${skip}`;
      const { items } = z.object({ items: z.array(shape) }).parse(await this.request(`${path}?${query}`));
      found.push(...items);
      if (items.length < PAGE_SIZE) return found;
    }
  }

  private async request(path: string, body?: object, headers: Record<string, string> = {}): Promise<unknown> {
    const { url, keyId, keySecret } = this.access;
    const response = await fetch(`${url}${path}`, {
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      headers: {
        authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
        'content-type': 'application/json',
        ...headers,
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok)
      throw new Error(`Razorpay responded ${response.status} to ${path}: ${(await response.text()).slice(0, 300)}`);
    return response.json();
  }
}
