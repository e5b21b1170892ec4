import { Controller } from '@nestjs/common';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Input, MaybeCaller, Serves } from '@rangavalli/service-kit/http/serves';
import type { Input as In } from '@rangavalli/service-kit/http/serves';
import { StockAlerts } from './stock-alerts.service.js';

@Controller()
export class StockAlertsController {
  constructor(private readonly alerts: StockAlerts) {}

  @Serves('POST /stock-alerts')
  async ask(
    @MaybeCaller() caller: Identity | undefined,
    @Input() { body }: In<'POST /stock-alerts'>,
  ): Promise<CallAnswer<'POST /stock-alerts'>> {
    const { productId, size } = body;
    const email = body.email ?? caller?.email;
    if (!email)
      throw new AppError('VALIDATION_FAILED', { details: { fields: { email: 'Please enter your e-mail address.' } } });
    // Whose name belongs to another address than the caller's own is not known.
    const name = email === caller?.email ? caller.name : undefined;
    await this.alerts.ask({ productId, size, email, ...(name ? { name } : {}) });
    return {
      success: true,
      message: `Thank you. We will write to ${email} once, as soon as ${size ? `size ${size}` : 'it'} can be bought again.`,
    };
  }
}
