import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { z } from 'zod';
import { NOTIFICATION, type NotificationRecord } from '../log/notification.schema.js';

const status = z.object({
  id: z.string(),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  timestamp: z.string().optional(),
  biz_opaque_callback_data: z.string().optional(),
  errors: z.array(z.looseObject({ code: z.number().optional(), title: z.string().optional() })).optional(),
});
type Status = z.infer<typeof status>;
const webhook = z.object({
  entry: z.array(
    z.object({ changes: z.array(z.object({ value: z.looseObject({ statuses: z.array(z.unknown()).optional() }) })) }),
  ),
});

/** Later ones never go back: webhooks come in any order and more than once. */
const earlierStates = {
  sent: ['queued'],
  delivered: ['queued', 'sent'],
  read: ['queued', 'sent', 'delivered'],
  failed: ['queued', 'sent'],
} as const satisfies Record<Status['status'], readonly NotificationRecord['state'][]>;

/** What became of messages that WhatsApp has accepted. Idempotent. */
@Injectable()
export class WhatsAppStatuses {
  constructor(
    @InjectModel(NOTIFICATION) private readonly log: Model<NotificationRecord>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @param body of a webhook whose signature was verified; other parts are ignored */
  async apply(body: unknown): Promise<void> {
    const parsed = webhook.safeParse(body);
    const changes = parsed.data?.entry.flatMap((entry) => entry.changes) ?? [];
    for (const one of changes.flatMap(({ value }) => value.statuses ?? [])) {
      const change = status.safeParse(one).data;
      if (change) await this.applyOne(change);
    }
  }

  private async applyOne({ id, status: state, biz_opaque_callback_data: key, errors }: Status): Promise<void> {
    const reason = errors?.[0]?.title;
    const updated = await this.log.updateOne(
      {
        ...(key ? { _id: key } : { 'steps.providerId': id }),
        channel: 'whatsapp',
        state: { $in: earlierStates[state] },
      },
      {
        $set: { state, ...(reason ? { error: reason } : {}) },
        $push: {
          steps: { channel: 'whatsapp', outcome: state, at: new Date(), providerId: id, ...(reason ? { reason } : {}) },
        },
      },
      { runValidators: true },
    );
    if (updated.modifiedCount > 0) this.logger.info({ messageId: key ?? id, state }, 'WhatsApp status recorded');
  }
}
