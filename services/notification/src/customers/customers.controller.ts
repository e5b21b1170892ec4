import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { Envelope } from '@rangavalli/contracts/events';
import { EmailDelivery } from '../email/email-delivery.service.js';
import { DelayWatches } from '../delays/delay-watches.service.js';
import { Preferences } from '../preferences/preferences.service.js';
import { PushSubscriptions } from '../push/push-subscriptions.service.js';
import { StockAlerts } from '../stock-alerts/stock-alerts.service.js';

type Export = 'rpc.notification.customer.export';

/** Personal data of customers in this service. */
@Controller()
export class CustomersController {
  constructor(
    private readonly alerts: StockAlerts,
    private readonly delivery: EmailDelivery,
    private readonly preferences: Preferences,
    private readonly subscriptions: PushSubscriptions,
    private readonly delays: DelayWatches,
  ) {}

  @MessagePattern('rpc.notification.customer.export')
  async export(@Payload() { email }: CommandRequest<Export>): Promise<CommandReply<Export>> {
    return { stockAlerts: await this.alerts.exportOf(email) };
  }

  @EventPattern('user.deleted')
  async deleted(@Payload() { data }: Envelope<'user.deleted'>): Promise<void> {
    await Promise.all([
      this.alerts.deleteOf(data.email),
      this.delivery.deleteLogOf(data),
      this.preferences.deleteOf(data.userId),
      this.subscriptions.deleteOf(data.userId),
      this.delays.deleteOf(data.userId),
    ]);
  }
}
