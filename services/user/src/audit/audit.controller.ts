import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import type { Envelope } from '@rangavalli/contracts/events';
import { Input, Serves } from '@rangavalli/service-kit/http/serves';
import { AuditLog } from './audit-log.js';

/** Every service tells what somebody changed; admins read it. */
@Controller()
export class AuditController {
  constructor(private readonly log: AuditLog) {}

  @EventPattern('audit.recorded')
  async recorded(@Payload() event: Envelope<'audit.recorded'>): Promise<void> {
    await this.log.record(event);
  }

  @Serves('GET /audit')
  async entries(@Input() { query }: Input<'GET /audit'>): Promise<CallAnswer<'GET /audit'>> {
    return { success: true, ...(await this.log.page(query)) };
  }
}
