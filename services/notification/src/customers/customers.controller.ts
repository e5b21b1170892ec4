import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { Envelope } from '@rangavalli/contracts/events';
import { EmailDelivery } from '../email/email-delivery.service.js';
import { DelayWatches } from '../delays/delay-watches.service.js';
import { MessageExport } from '../log/message-export.service.js';
import type { PreferenceRecord } from '../preferences/preference.schema.js';
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
    private readonly messages: MessageExport,
  ) {}

  @MessagePattern('rpc.notification.customer.export')
  async export(@Payload() request: CommandRequest<Export>): Promise<CommandReply<Export>> {
    const { userId, email, isEmailConfirmed, cursor } = request;
    const messages = await this.messages.page(request);
    if (cursor) return { stockAlerts: [], ...messages };
    const [stockAlerts, preferences, browsers] = await Promise.all([
      // The alerts of an address belong to the person who can read its mail.
      isEmailConfirmed === false ? [] : this.alerts.exportOf(email),
      this.preferences.find(userId),
      this.subscriptions.find(userId),
    ]);
    return {
      stockAlerts,
      preferences: toExported(preferences),
      pushBrowsers: browsers.map(({ endpoint, confirmedAt }) => ({
        service: new URL(endpoint).host,
        confirmedAt: confirmedAt.toISOString(),
      })),
      ...messages,
    };
  }

  /** What was set up before ends with the sessions. */
  @EventPattern('user.revoked')
  async revoked(@Payload() { time, data }: Envelope<'user.revoked'>): Promise<void> {
    const { userId, sessionId, isHandedOver } = data;
    const at = new Date(time);
    await this.subscriptions.deleteRevoked(userId, at, sessionId);
    if (isHandedOver) await this.preferences.endBefore(userId, at);
  }

  @EventPattern('user.deleted')
  async deleted(@Payload() { data }: Envelope<'user.deleted'>): Promise<void> {
    const { userId, email, pastEmails = [] } = data;
    const emails = [email, ...pastEmails];
    await Promise.all([
      this.alerts.deleteOf(emails),
      this.delivery.deleteLogOf(userId, emails),
      this.preferences.deleteOf(data.userId),
      this.subscriptions.deleteOf(data.userId),
      this.delays.deleteOf(data.userId),
    ]);
  }
}

const toExported = (record: PreferenceRecord): NonNullable<CommandReply<Export>['preferences']> => {
  const { phone, phoneVerifiedAt, phoneCode, whatsApp, quietHours, off } = record;
  return {
    ...(phone ? { phone } : {}),
    ...(phoneVerifiedAt ? { phoneVerifiedAt: phoneVerifiedAt.toISOString() } : {}),
    ...(phoneCode ? { unverifiedPhone: phoneCode.phone } : {}),
    ...(whatsApp ? { whatsApp: { ...whatsApp, at: whatsApp.at.toISOString() } } : {}),
    ...(quietHours ? { quietHours } : {}),
    switchedOff: off,
  };
};
