import { Controller, Inject } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { AppError } from '@rangavalli/service-kit/app-error';
import { HandlesCall, Input, OptionalCaller } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import { BackInStock } from './back-in-stock.service.js';
import { messages } from './messages.js';
import { StockAlerts } from './stock-alerts.service.js';

@Controller()
export class StockAlertsController {
  constructor(
    private readonly alerts: StockAlerts,
    private readonly backInStock: BackInStock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandlesCall('POST /stock-alerts')
  async request(
    @OptionalCaller() caller: Identity | undefined,
    @Input() { body }: Input<'POST /stock-alerts'>,
  ): Promise<CallResponse<'POST /stock-alerts'>> {
    const { productId, size } = body;
    const email = body.email ?? caller?.email;
    if (!email) throw new AppError('VALIDATION_FAILED', { details: { fields: { email: messages.emailMissing } } });
    const isVerified = caller?.emailVerified === true && email === caller.email;
    const name = isVerified ? caller.name : undefined;
    const state = await this.alerts.add({ productId, size, email, isVerified, ...(name ? { name } : {}) });
    return { success: true, message: state === 'confirmed' ? messages.added(email, size) : messages.confirm(email) };
  }

  @HandlesCall('POST /stock-alerts/confirm')
  async confirm(
    @Input() { body }: Input<'POST /stock-alerts/confirm'>,
  ): Promise<CallResponse<'POST /stock-alerts/confirm'>> {
    const productId = await this.alerts.confirm(body.token);
    // Stock that came back before the confirmation has published its event already.
    await this.backInStock
      .checkProduct(productId)
      .catch((error: unknown) => this.logger.warn({ err: error, productId }, 'check of a confirmed alert failed'));
    return { success: true, message: messages.confirmed };
  }

  @HandlesCall('POST /stock-alerts/cancel')
  async cancel(
    @Input() { body }: Input<'POST /stock-alerts/cancel'>,
  ): Promise<CallResponse<'POST /stock-alerts/cancel'>> {
    await this.alerts.cancel(body.token);
    return { success: true, message: messages.cancelled };
  }
}
