import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { Envelope } from '@rangavalli/contracts/events';
import { HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import { AuditLog } from './audit-log.service.js';

@Controller()
export class AuditController {
  constructor(private readonly log: AuditLog) {}

  @EventPattern('audit.recorded')
  async recorded(@Payload() event: Envelope<'audit.recorded'>): Promise<void> {
    await this.log.add(event);
  }

  @HandlesCall('GET /operations/audit')
  async entries(@Input() { query }: Input<'GET /operations/audit'>): Promise<CallResponse<'GET /operations/audit'>> {
    return { success: true, ...(await this.log.list(query)) };
  }
}
