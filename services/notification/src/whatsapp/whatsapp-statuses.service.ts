import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { z } from 'zod';
import { NOTIFICATION, type NotificationRecord } from '../log/notification.schema.js';
import { SETTLED_AFTER_MS } from '../notices/notice-log.service.js';
import { Notifier } from '../notices/notifier.service.js';

const status = z.object({
  id: z.string(),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  biz_opaque_callback_data: z.string().optional(),
  errors: z.array(z.looseObject({ title: z.string().optional() })).optional(),
});
type Status = z.infer<typeof status>;
const webhook = z.object({
  entry: z.array(
    z.object({ changes: z.array(z.object({ value: z.looseObject({ statuses: z.array(z.unknown()).optional() }) })) }),
  ),
});

/** A later status is never overwritten: webhooks come in any order and more than once. */
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
    private readonly notifier: Notifier,
  ) {}

  /** @param body of a webhook whose signature was verified; what is not a status is ignored */
  async apply(body: unknown): Promise<void> {
    const changes = webhook.safeParse(body).data?.entry.flatMap((entry) => entry.changes) ?? [];
    for (const one of changes.flatMap(({ value }) => value.statuses ?? [])) {
      const change = status.safeParse(one).data;
      if (change) await this.applyOne(change);
    }
  }

  private async applyOne({ id, status: state, biz_opaque_callback_data: key, errors }: Status): Promise<void> {
    const reason = errors?.[0]?.title;
    const isFinal = state === 'delivered' || state === 'read';
    const at = new Date();
    const updated = await this.log
      .findOneAndUpdate(
        {
          ...(key ? { _id: key } : { 'steps.providerId': id }),
          state: { $in: earlierStates[state] },
          // Of a message that went on by another channel, only the log of WhatsApp would change.
          $or: [{ state: { $ne: 'queued' }, channel: 'whatsapp' }, { attempting: 'whatsapp' }],
        },
        {
          $set: {
            state,
            ...(reason ? { error: reason } : {}),
            ...(state === 'failed' ? { dueAt: at } : {}),
            ...(state === 'sent' ? { sentAt: at, dueAt: new Date(at.getTime() + SETTLED_AFTER_MS) } : {}),
          },
          $unset: { attempting: 1, ...(isFinal ? { pending: 1, dueAt: 1 } : {}) },
          $push: { steps: { channel: 'whatsapp', outcome: state, at, providerId: id, ...(reason ? { reason } : {}) } },
        },
        { returnDocument: 'after', runValidators: true },
      )
      .lean<NotificationRecord>();
    if (!updated) return;
    this.logger.info({ messageId: updated._id, state }, 'WhatsApp status recorded');
    // The next channel; where it fails, the poller tries again.
    if (state === 'failed')
      await this.notifier.resume(updated._id).catch((error: unknown) => {
        this.logger.warn({ err: error, messageId: updated._id }, 'message not sent by another channel yet');
      });
  }
}
