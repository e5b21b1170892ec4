import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { CURRENCY } from './payment.schema.js';
import { PaymentOrders } from './payment-orders.service.js';
import { PaymentVerification } from './payment-verification.service.js';

@Controller()
export class PaymentsController {
  constructor(
    private readonly orders: PaymentOrders,
    private readonly verification: PaymentVerification,
  ) {}

  @MessagePattern('rpc.payment.order.create')
  async create(
    @Payload() request: CommandRequest<'rpc.payment.order.create'>,
  ): Promise<CommandReply<'rpc.payment.order.create'>> {
    const { razorpayOrderId, amountPaise } = await this.orders.create(request);
    return { razorpayOrderId, amountPaise, currency: CURRENCY };
  }

  @MessagePattern('rpc.payment.verify')
  verify(@Payload() request: CommandRequest<'rpc.payment.verify'>): Promise<CommandReply<'rpc.payment.verify'>> {
    return this.verification.verify(request);
  }
}
