import { Controller, Res } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { TaxDocument } from '@rangavalli/contracts/entities/invoice';
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
    reply.header('content-type', 'application/pdf');
    reply.header('content-disposition', `attachment; filename="${fileNameOf(found.invoice)}"`);
    return drawTaxDocument(found.invoice);
  }

  @MessagePattern('rpc.order.invoice.pdf')
  async pdf(
    @Payload() { orderId }: CommandRequest<'rpc.order.invoice.pdf'>,
  ): Promise<CommandReply<'rpc.order.invoice.pdf'>> {
    const invoice = await this.invoices.getIssued(orderId);
    return { filename: fileNameOf(invoice), base64: (await drawTaxDocument(invoice)).toString('base64') };
  }

  @HandlesCall('GET /invoices')
  async list(@Input() { query }: Input<'GET /invoices'>): Promise<CallResponse<'GET /invoices'>> {
    return { success: true, ...(await this.invoices.page(query)) };
  }
}

const fileNameOf = ({ number }: TaxDocument): string => `${number.replaceAll('/', '-')}.pdf`;
