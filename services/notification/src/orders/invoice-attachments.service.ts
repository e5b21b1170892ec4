import { Injectable } from '@nestjs/common';
import type { NotificationChannel, NotificationKind } from '@rangavalli/contracts/notification-kinds';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { type Attachment, ChannelError } from '../channels/channel.js';
import type { KindData } from '../templates/kind-data.js';

const DEADLINE_MS = 4_000;

/** The invoice that the email of a dispatch carries. */
@Injectable()
export class InvoiceAttachments {
  constructor(private readonly commands: Commands) {}

  /**
   * Returns what a message has attached. An invoice has a name and an address: it goes to confirmed addresses only.
   * @throws ChannelError unavailable while the order service does not return the invoice
   */
  async find(kind: NotificationKind, channel: NotificationChannel, data: unknown): Promise<Attachment[]> {
    if (kind !== 'dispatched' || channel !== 'email') return [];
    const { orderId, customer } = data as KindData['dispatched'];
    if (!customer.emailVerified) return [];
    try {
      const { filename, base64 } = await this.commands.request('rpc.order.invoice.pdf', { orderId }, DEADLINE_MS);
      return [{ filename, contentType: 'application/pdf', content: Buffer.from(base64, 'base64') }];
    } catch (cause) {
      if (cause instanceof AppError)
        throw new ChannelError('unavailable', 'the invoice could not be loaded', { cause });
      throw cause;
    }
  }
}
