import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { NotificationLog } from '../log/notification-log.service.js';
import { Previews } from './previews.service.js';

/** Delivery log, templates and test messages for staff. */
@Controller()
export class NotificationsAdminController {
  constructor(
    private readonly log: NotificationLog,
    private readonly previews: Previews,
  ) {}

  @HandlesCall('GET /notifications/admin')
  async list(@Input() { query }: Input<'GET /notifications/admin'>): Promise<CallResponse<'GET /notifications/admin'>> {
    return { success: true, ...(await this.log.list(query)) };
  }

  @HandlesCall('GET /notifications/templates')
  templates(): CallResponse<'GET /notifications/templates'> {
    return { success: true, templates: this.previews.templates() };
  }

  @HandlesCall('POST /notifications/preview')
  preview(@Input() { body }: Input<'POST /notifications/preview'>): CallResponse<'POST /notifications/preview'> {
    return { success: true, preview: this.previews.preview(body) };
  }

  @HandlesCall('POST /notifications/test')
  async test(
    @Caller() caller: Identity,
    @Input() { body }: Input<'POST /notifications/test'>,
  ): Promise<CallResponse<'POST /notifications/test'>> {
    await this.previews.sendTest(body, caller);
    return { success: true, message: 'The test message was sent.' };
  }
}
