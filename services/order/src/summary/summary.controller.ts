import { Controller } from '@nestjs/common';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Caller, Serves } from '@rangavalli/service-kit/http/serves';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import { toOrder } from '../orders/order.mapper.js';
import { SummaryService } from './summary.service.js';

/** The shop's sales over HTTP: paise inside, rupees out. */
@Controller()
export class SummaryController {
  constructor(private readonly summaries: SummaryService) {}

  @Serves('GET /orders/admin/summary')
  async summary(@Caller() caller: Identity): Promise<CallAnswer<'GET /orders/admin/summary'>> {
    const { revenuePaise, orders, byStatus, days, bestSellers, recent } = await this.summaries.at(new Date());
    return {
      success: true,
      summary: {
        revenue: paiseToRupees(revenuePaise),
        orders,
        byStatus,
        days: days.map((day) => ({ day: day.day, revenue: paiseToRupees(day.revenuePaise), orders: day.orders })),
        bestSellers: bestSellers.map(({ _id, name, pieces, revenuePaise: paise }) => ({
          productId: _id,
          name,
          pieces,
          revenue: paiseToRupees(paise),
        })),
        recent: recent.map((order) => toOrder(order, caller)),
      },
    };
  }
}
