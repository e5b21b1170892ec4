// What Razorpay knows of the time since a backup was taken: money that came for orders that the backup doesn't have, and
// money that went back.
import { z } from 'zod';

const PAGE = 100;
const TIMEOUT_MS = 15_000;

const payment = z.object({
  id: z.string(),
  order_id: z.string().nullish(),
  status: z.string(),
  amount: z.number(),
  amount_refunded: z.number().nullish(),
});
const refund = z.object({ id: z.string(), payment_id: z.string() });
const order = z.object({
  receipt: z.string().nullish(),
  notes: z.union([z.record(z.string(), z.string()), z.array(z.unknown())]).nullish(),
});
type Payment = z.infer<typeof payment>;

export interface RazorpayAccess {
  url: string;
  keyId: string;
  keySecret: string;
}

/** Razorpay's API, as much as a restore needs of it. */
export class Razorpay {
  constructor(private readonly access: RazorpayAccess) {}

  /** Payments that began since then and were captured and kept. */
  async captured(since: Date): Promise<Payment[]> {
    return (await this.all('/v1/payments', payment, since)).filter(({ status }) => status === 'captured');
  }

  /** Payments, however old, that went back in full since then. */
  async refunded(since: Date): Promise<Set<string>> {
    const ids = new Set((await this.all('/v1/refunds', refund, since)).map(({ payment_id }) => payment_id));
    const whole = new Set<string>();
    for (const id of ids) if (payment.parse(await this.ask(`/v1/payments/${id}`)).status === 'refunded') whole.add(id);
    return whole;
  }

  /** Whether an order of Razorpay's was opened by this shop: others may use the same account. */
  async isOurs(razorpayOrderId: string): Promise<boolean> {
    const { receipt, notes } = order.parse(await this.ask(`/v1/orders/${razorpayOrderId}`));
    return Boolean(
      receipt && /^[0-9a-f]{24}$/.test(receipt) && notes && !Array.isArray(notes) && notes['orderId'] === receipt,
    );
  }

  /** Gives a payment back in full; under the payment service's own key, so that it happens once whoever asks. */
  async giveBack({ id, amount }: Payment): Promise<void> {
    await this.ask(
      `/v1/payments/${id}/refund`,
      { amount, speed: 'normal', receipt: `refund-${id}`, notes: { key: `refund-${id}` } },
      { 'x-refund-idempotency': `refund-${id}` },
    );
  }

  private async all<T extends z.ZodType>(path: string, shape: T, since: Date): Promise<z.output<T>[]> {
    const found: z.output<T>[] = [];
    for (let skip = 0; ; skip += PAGE) {
      const query = `from=${Math.floor(since.getTime() / 1_000)}&count=${PAGE}&skip=${skip}`;
      const { items } = z.object({ items: z.array(shape) }).parse(await this.ask(`${path}?${query}`));
      found.push(...items);
      if (items.length < PAGE) return found;
    }
  }

  private async ask(path: string, body?: object, headers: Record<string, string> = {}): Promise<unknown> {
    const { url, keyId, keySecret } = this.access;
    const answer = await fetch(`${url}${path}`, {
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      headers: {
        authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
        'content-type': 'application/json',
        ...headers,
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok)
      throw new Error(`Razorpay answered ${answer.status} to ${path}: ${(await answer.text()).slice(0, 300)}`);
    return answer.json();
  }
}
