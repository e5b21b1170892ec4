import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AUDIT_ENTRY, AUDIT_HEAD, auditEntrySchema, auditHeadSchema } from './audit-entry.schema.js';
import { AuditLog } from './audit-log.service.js';
import { AuditRetention } from './audit-retention.service.js';
import { AuditController } from './audit.controller.js';
import { DeadLettersController } from './dead-letters.controller.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: AUDIT_ENTRY, schema: auditEntrySchema },
      { name: AUDIT_HEAD, schema: auditHeadSchema },
    ]),
  ],
  controllers: [AuditController, DeadLettersController],
  providers: [AuditLog, AuditRetention],
  exports: [AuditLog],
})
export class OperationsModule {}
