import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from './context.js';
import { CourierError, parse } from './errors.js';
import { faultSettings } from './faults.js';
import { webhookModes } from './webhooks.js';

const move = z.object({
  awb: z.coerce.string(),
  status: z.string().trim().min(1),
  at: z.iso.datetime({ offset: true }).optional(),
  place: z.string().optional(),
  reason: z.string().optional(),
  webhook: z.enum(webhookModes).optional(),
});
const replay = z.object({
  awb: z.coerce.string(),
  times: z.number().int().min(1).max(20).default(1),
  order: z.enum(['forward', 'reverse', 'shuffled']).default('forward'),
});

/** Controls of tests and demonstrations, without authentication. */
export function registerSimulation(app: FastifyInstance, { parcels, tracking, webhooks, faults }: Context): void {
  const find = (awb: string) => {
    const parcel = parcels.byAwb(awb);
    if (!parcel) throw new CourierError(404, 'There is no such parcel.');
    return parcel;
  };

  app.post('/simulate/tracking', async ({ body }) => {
    const { awb, at, ...rest } = parse(move, body);
    const parcel = tracking.move(find(awb), { ...rest, ...(at ? { at: new Date(at) } : {}) });
    return { success: true, parcel };
  });
  app.post('/simulate/webhooks/replay', async ({ body }) => {
    const { awb, times, order } = parse(replay, body);
    const parcel = find(awb);
    const copies = Array.from({ length: times }, () => parcel.scans).flat();
    if (order === 'reverse') copies.reverse();
    if (order === 'shuffled') copies.sort(() => Math.random() - 0.5);
    for (const scan of copies) webhooks.send(parcel, scan);
    return { success: true, sent: copies.length };
  });
  app.post('/simulate/faults', async ({ body }) => {
    faults.rules = parse(faultSettings, body).rules;
    return { success: true };
  });
  app.get('/simulate/state', async () => ({ parcels: parcels.list }));
}
