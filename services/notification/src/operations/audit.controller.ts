import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { AuditEventName, Envelope } from '@rangavalli/contracts/events';
import { HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import { AuditLog } from './audit-log.service.js';

@Controller()
export class AuditController {
  constructor(private readonly log: AuditLog) {}

  @EventPattern('audit.catalog.recorded')
  catalog(@Payload() event: Envelope<AuditEventName>): Promise<void> {
    return this.log.add(event);
  }

  @EventPattern('audit.order.recorded')
  order(@Payload() event: Envelope<AuditEventName>): Promise<void> {
    return this.log.add(event);
  }

  @EventPattern('audit.payment.recorded')
  payment(@Payload() event: Envelope<AuditEventName>): Promise<void> {
    return this.log.add(event);
  }

  @EventPattern('audit.user.recorded')
  user(@Payload() event: Envelope<AuditEventName>): Promise<void> {
    return this.log.add(event);
  }

  @EventPattern('audit.fulfilment.recorded')
  fulfilment(@Payload() event: Envelope<AuditEventName>): Promise<void> {
    return this.log.add(event);
  }

  @HandlesCall('GET /operations/audit')
  async entries(@Input() { query }: Input<'GET /operations/audit'>): Promise<CallResponse<'GET /operations/audit'>> {
    return { success: true, ...(await this.log.list(query)) };
  }

  @HandlesCall('GET /operations/audit/verification')
  async verify(): Promise<CallResponse<'GET /operations/audit/verification'>> {
    return { success: true, verification: await this.log.verify() };
  }
}
