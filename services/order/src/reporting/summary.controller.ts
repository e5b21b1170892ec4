import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Caller, HandlesCall } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import { toOrder } from '../orders/order.mapper.js';
import { SummaryService } from './summary.service.js';

@Controller()
export class SummaryController {
  constructor(private readonly summaries: SummaryService) {}

  @HandlesCall('GET /orders/admin/summary')
  async summary(@Caller() caller: Identity): Promise<CallResponse<'GET /orders/admin/summary'>> {
    const { revenuePaise, orders, byStatus, days, bestSellers, recent } = await this.summaries.compute(new Date());
    return {
      success: true,
      summary: {
        revenue: paiseToRupees(revenuePaise),
        orders,
        byStatus,
        days: days.map(({ revenuePaise: paise, ...day }) => ({ ...day, revenue: paiseToRupees(paise) })),
        bestSellers: bestSellers.map(({ revenuePaise: paise, ...product }) => ({
          ...product,
          revenue: paiseToRupees(paise),
        })),
        recent: recent.map((order) => toOrder(order, caller)),
      },
    };
  }
}
