import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const SLOW_MS = 1_000;

/** How the next requests are treated, by `POST /simulate/faults`. */
export const faultSettings = z.object({
  channel: z.enum(['sms', 'whatsapp', 'push']),
  /**
   * `reject`: a 4xx of the provider; `unavailable`: 503; `lost`: accepted, but the connection ends without a response;
   * `undeliverable`: accepted, and the status `failed` follows; `slow`: the provider takes a second longer.
   */
  fault: z.enum(['none', 'reject', 'unavailable', 'lost', 'undeliverable', 'slow']),
  /** Requests that it applies to. */
  count: z.int().min(1).max(10_000).default(1),
});
type Channel = z.infer<typeof faultSettings>['channel'];
export type Fault = z.infer<typeof faultSettings>['fault'];

export class Faults {
  private readonly active = new Map<Channel, { fault: Fault; count: number }>();

  set({ channel, fault, count }: z.infer<typeof faultSettings>): void {
    this.active.set(channel, { fault, count });
  }

  /** Returns the fault of the next request, after the pause of a slow one. */
  async take(channel: Channel): Promise<Fault> {
    const active = this.active.get(channel);
    if (!active || active.count < 1) return 'none';
    active.count -= 1;
    if (active.fault === 'slow') await sleep(SLOW_MS);
    return active.fault;
  }
}
