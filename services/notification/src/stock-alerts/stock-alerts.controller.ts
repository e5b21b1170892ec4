import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { AppError } from '@rangavalli/service-kit/app-error';
import { HandlesCall, Input, OptionalCaller } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { messages } from './messages.js';
import { StockAlerts } from './stock-alerts.service.js';

@Controller()
export class StockAlertsController {
  constructor(private readonly alerts: StockAlerts) {}

  @HandlesCall('POST /stock-alerts')
  async request(
    @OptionalCaller() caller: Identity | undefined,
    @Input() { body }: Input<'POST /stock-alerts'>,
  ): Promise<CallResponse<'POST /stock-alerts'>> {
    const { productId, size } = body;
    const email = body.email ?? caller?.email;
    if (!email) throw new AppError('VALIDATION_FAILED', { details: { fields: { email: messages.emailMissing } } });
    const name = email === caller?.email ? caller.name : undefined;
    await this.alerts.add({ productId, size, email, ...(name ? { name } : {}) });
    return { success: true, message: messages.added(email, size) };
  }
}
