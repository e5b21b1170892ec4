import { Controller, Inject } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { isPushService } from '../channels/push.channel.js';
import type { NotificationConfig } from '../notification.config.js';
import { PushSubscriptions } from './push-subscriptions.service.js';

@Controller()
export class PushController {
  constructor(
    private readonly subscriptions: PushSubscriptions,
    @Inject(CONFIG) private readonly config: NotificationConfig,
  ) {}

  @HandlesCall('GET /notifications/push/key')
  key(): CallResponse<'GET /notifications/push/key'> {
    const { VAPID_PUBLIC_KEY: key } = this.config;
    return { success: true, ...(key ? { key } : {}) };
  }

  @HandlesCall('POST /notifications/push')
  async subscribe(
    @Caller() caller: Identity,
    @Input() { body }: Input<'POST /notifications/push'>,
  ): Promise<CallResponse<'POST /notifications/push'>> {
    if (!this.config.VAPID_PUBLIC_KEY) throw new AppError('CHANNEL_NOT_AVAILABLE');
    // This service sends requests to the endpoint: never to an address that anybody chooses.
    if (!isPushService(body.endpoint, this.config.PUSH_HOSTS))
      throw new AppError('VALIDATION_FAILED', { details: { fields: { endpoint: 'not a known push service' } } });
    await this.subscriptions.add(caller, body);
    return { success: true, message: 'This browser gets notifications now.' };
  }

  @HandlesCall('DELETE /notifications/push')
  async unsubscribe(
    @Caller() { id }: Identity,
    @Input() { body }: Input<'DELETE /notifications/push'>,
  ): Promise<CallResponse<'DELETE /notifications/push'>> {
    await this.subscriptions.remove(body.endpoint, id);
    return { success: true, message: 'This browser gets no more notifications.' };
  }
}
