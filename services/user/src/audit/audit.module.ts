import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AUDIT_ENTRY, auditEntrySchema } from './audit-entry.schema.js';
import { AuditLog } from './audit-log.js';
import { AuditController } from './audit.controller.js';

/** The audit log of the whole store. */
@Module({
  imports: [MongooseModule.forFeature([{ name: AUDIT_ENTRY, schema: auditEntrySchema }])],
  controllers: [AuditController],
  providers: [AuditLog],
})
export class AuditModule {}
