import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AUDIT_ENTRY, auditEntrySchema } from './audit-entry.schema.js';
import { AuditLog } from './audit-log.service.js';
import { AuditController } from './audit.controller.js';
import { DeadLettersController } from './dead-letters.controller.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: AUDIT_ENTRY, schema: auditEntrySchema }])],
  controllers: [AuditController, DeadLettersController],
  providers: [AuditLog],
})
export class OperationsModule {}
