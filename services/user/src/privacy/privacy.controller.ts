import { Controller, Res } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { PRIVACY_NOTICE_VERSION } from '@rangavalli/contracts/entities/account-data';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { FastifyReply } from 'fastify';
import { AccountsService } from '../accounts/accounts.service.js';
import { AccountDeletion } from './account-deletion.js';
import { AccountExports } from './account-export.js';
import { Consents } from './consents.js';
import { drawExport } from './export-pdf.js';

@Controller()
export class PrivacyController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly exports: AccountExports,
    private readonly deletion: AccountDeletion,
    private readonly consents: Consents,
  ) {}

  @HandlesCall('GET /users/account/export')
  async export(@Caller() { id }: Identity): Promise<CallResponse<'GET /users/account/export'>> {
    return { success: true, export: await this.exports.collect(await this.accounts.get(id)) };
  }

  @HandlesCall('GET /users/account/export/pdf')
  async exportPdf(@Caller() { id }: Identity, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    const document = await drawExport(await this.exports.collect(await this.accounts.get(id)));
    reply.header('content-type', 'application/pdf');
    reply.header('content-disposition', 'attachment; filename="your-data.pdf"');
    return document;
  }

  @HandlesCall('GET /users/admin/{id}/export')
  async exportFor(
    @Caller() caller: Identity,
    @Input() { params }: Input<'GET /users/admin/{id}/export'>,
  ): Promise<CallResponse<'GET /users/admin/{id}/export'>> {
    return { success: true, export: await this.exports.collectFor(caller, params.id) };
  }

  @HandlesCall('POST /users/account/deletion')
  async requestDeletion(@Caller() { id }: Identity): Promise<CallResponse<'POST /users/account/deletion'>> {
    const deletesAt = await this.deletion.request(await this.accounts.get(id));
    return {
      success: true,
      message: 'Your account will be deleted. You can cancel this until then.',
      deletesAt: deletesAt.toISOString(),
    };
  }

  @HandlesCall('DELETE /users/account/deletion')
  async cancelDeletion(@Caller() { id }: Identity): Promise<CallResponse<'DELETE /users/account/deletion'>> {
    await this.deletion.cancel(await this.accounts.get(id));
    return { success: true, message: 'Your account will not be deleted.' };
  }

  @HandlesCall('GET /users/consents')
  async listConsents(@Caller() { id }: Identity): Promise<CallResponse<'GET /users/consents'>> {
    return { success: true, noticeVersion: PRIVACY_NOTICE_VERSION, consents: await this.consents.list(id) };
  }

  @HandlesCall('PUT /users/consents')
  async decide(
    @Caller() { id }: Identity,
    @Input() { body }: Input<'PUT /users/consents'>,
  ): Promise<CallResponse<'PUT /users/consents'>> {
    await this.consents.add(id, body);
    const message = body.granted ? 'Thank you. Your choice is saved.' : 'Your consent is withdrawn.';
    return { success: true, message, consents: await this.consents.list(id) };
  }
}
