import { Controller, Res } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { FastifyReply } from 'fastify';
import { drawTaxDocument } from './draw-tax-document.js';
import { Invoices } from './invoices.service.js';

@Controller()
export class InvoicesController {
  constructor(private readonly invoices: Invoices) {}

  @HandlesCall('GET /orders/{orderId}/invoice')
  async get(
    @Input() { params, query }: Input<'GET /orders/{orderId}/invoice'>,
    @Caller() caller: Identity,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallResponse<'GET /orders/{orderId}/invoice'> | Buffer> {
    const found = await this.invoices.get(params.orderId, query.creditNote, caller);
    if (query.format === 'json') return { success: true, ...found };
    const file = `${found.invoice.number.replaceAll('/', '-')}.pdf`;
    reply.header('content-type', 'application/pdf');
    reply.header('content-disposition', `attachment; filename="${file}"`);
    return drawTaxDocument(found.invoice);
  }

  @HandlesCall('GET /invoices')
  async list(@Input() { query }: Input<'GET /invoices'>): Promise<CallResponse<'GET /invoices'>> {
    return { success: true, ...(await this.invoices.page(query)) };
  }
}
