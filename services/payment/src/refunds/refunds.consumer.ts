import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { hasPermission } from '@rangavalli/contracts/permissions';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { Envelope, EventData } from '@rangavalli/contracts/events';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CreditLedger } from '../credit/credit-ledger.service.js';
import { creditExpiry } from '../credit/credit-expiry.js';
import { RefundApprovals } from './refund-approvals.service.js';
import { RefundLimits } from './refund-limits.service.js';
import { Refunds } from './refunds.service.js';
import { returnRefundKey, ReturnRefunds } from './return-refunds.service.js';

@Controller()
export class RefundsConsumer {
  constructor(
    private readonly refunds: Refunds,
    private readonly approvals: RefundApprovals,
    private readonly credit: CreditLedger,
    private readonly returns: ReturnRefunds,
    private readonly limits: RefundLimits,
  ) {}

  /** The order was paid twice, or its stock was gone. */
  @EventPattern('order.unfulfillable')
  async unfulfillable(@Payload() { data }: Envelope<'order.unfulfillable'>): Promise<void> {
    await this.refunds.request(data.orderId, data.razorpayPaymentId, 'could not be fulfilled');
  }

  /** What was paid with store credit returns as credit; Razorpay refunds the rest. */
  @EventPattern('order.cancelled')
  async cancelled(@Payload() { data }: Envelope<'order.cancelled'>): Promise<void> {
    const { orderId, userId, razorpayPaymentId: paymentId, staff, creditPaise, isSettled } = data;
    if (isSettled) return;
    if (creditPaise) await this.credit.release(userId, orderId, creditPaise);
    // Paid in cash or with store credit, or not at all.
    if (!paymentId) return;
    if (!staff) return this.refunds.request(orderId, paymentId, 'cancelled');
    await this.approvals.request({
      orderId,
      paymentId,
      reason: 'cancelled',
      by: { ...staff, email: '' },
      // The event is repeated until the money is refunded or the refund rejected.
      canRepeat: false,
    });
  }

  /** Credit for exchanged goods is reserved for the order that replaces them. */
  @EventPattern('order.return.decided')
  async returned(@Payload() { data }: Envelope<'order.return.decided'>): Promise<void> {
    const { userId, returnId, exchange } = data;
    if (exchange) {
      const { orderId: replacementId, amountPaise, differencePaise = 0 } = exchange;
      await this.credit.grant(userId, { ...grantFor(data), key: `exchange:${returnId}`, amountPaise });
      await this.reserve(userId, replacementId, amountPaise + differencePaise);
    }
    await this.settle(data);
  }

  @EventPattern('order.lines.cancelled')
  async linesCancelled(@Payload() { data }: Envelope<'order.lines.cancelled'>): Promise<void> {
    await this.settle(data);
  }

  private async settle(data: EventData<'order.return.decided' | 'order.lines.cancelled'>): Promise<void> {
    const { orderId, userId, returnId, refund, creditPaise, staff } = data;
    if (creditPaise > 0)
      await this.credit.grant(userId, { ...grantFor(data), key: `return:${returnId}`, amountPaise: creditPaise });
    if (!refund) return;
    const { razorpayPaymentId: paymentId, amountPaise } = refund;
    // Those of other staff are counted by the check before their decision.
    if (staff && hasPermission(staff.role, 'refunds.approve'))
      await this.limits.findCause({ staffId: staff.id, paymentId: returnRefundKey(returnId), amountPaise });
    await this.returns.request(returnId, { orderId, paymentId, amountPaise });
  }

  /**
   * The customer may have spent the difference of a dearer product meanwhile, and then keeps the credit. A repeated
   * event reserves nothing for a replacement that has ended: nobody would release it.
   */
  private async reserve(userId: string, orderId: string, amountPaise: number): Promise<void> {
    if (await this.credit.wasReleased(userId, orderId)) return;
    try {
      await this.credit.reserve(userId, orderId, amountPaise);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'CREDIT_INSUFFICIENT') throw error;
    }
  }

  /** Counts a part of an order's money that staff give away; for a whole payment, its request counts. */
  @MessagePattern('rpc.payment.refund.check')
  async check(
    @Payload() { orderId, razorpayPaymentId, staffId, amountPaise }: CommandRequest<'rpc.payment.refund.check'>,
  ): Promise<CommandReply<'rpc.payment.refund.check'>> {
    if (amountPaise === undefined)
      return { outcome: await this.approvals.predict(orderId, razorpayPaymentId, staffId) };
    const cause = await this.limits.findCause({ staffId, paymentId: razorpayPaymentId, amountPaise });
    return { outcome: cause ? 'approval_required' : 'refunded' };
  }
}

const grantFor = ({ orderId }: { orderId: string }) =>
  ({ expiresAt: creditExpiry(new Date()), source: 'refunds', reason: 'return', orderId }) as const;
