import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { paiseToRupees, rupeesToPaise } from '@rangavalli/service-kit/money';
import { RefundApprovals } from '../refunds/refund-approvals.service.js';
import { RefundLimits, type RefundSettings } from '../refunds/refund-limits.service.js';

@Controller()
export class RefundApprovalsController {
  constructor(
    private readonly approvals: RefundApprovals,
    private readonly limits: RefundLimits,
  ) {}

  @HandlesCall('GET /payments/approvals')
  async list(@Input() { query }: Input<'GET /payments/approvals'>): Promise<CallResponse<'GET /payments/approvals'>> {
    return { success: true, ...(await this.approvals.list(query)) };
  }

  @HandlesCall('POST /payments/approvals/{id}/approve')
  async approve(
    @Input() { params }: Input<'POST /payments/approvals/{id}/approve'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /payments/approvals/{id}/approve'>> {
    const approval = await this.approvals.approve(params.id, caller);
    return { success: true, message: 'The refund was approved and requested from Razorpay.', approval };
  }

  @HandlesCall('POST /payments/approvals/{id}/reject')
  async reject(
    @Input() { params, body }: Input<'POST /payments/approvals/{id}/reject'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /payments/approvals/{id}/reject'>> {
    const approval = await this.approvals.reject(params.id, body.note, caller);
    return { success: true, message: 'The refund was rejected.', approval };
  }

  @HandlesCall('GET /payments/settings')
  async getSettings(): Promise<CallResponse<'GET /payments/settings'>> {
    return { success: true, settings: toSettings(await this.limits.settings()) };
  }

  @HandlesCall('PUT /payments/settings')
  async updateSettings(
    @Input() { body }: Input<'PUT /payments/settings'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'PUT /payments/settings'>> {
    const next = { approvalAbovePaise: rupeesToPaise(body.refundApprovalAbove), dailyCount: body.refundDailyCount };
    const settings = toSettings(await this.limits.update(next, caller));
    return { success: true, message: 'The payment settings were saved.', settings };
  }
}

/** Paise become rupees here (invariant 1). */
const toSettings = ({ approvalAbovePaise, dailyCount }: RefundSettings) => ({
  refundApprovalAbove: paiseToRupees(approvalAbovePaise),
  refundDailyCount: dailyCount,
});
