import { Controller, Res, StreamableFile } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { ReportFormat } from '@rangavalli/contracts/entities/invoice';
import { HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { FastifyReply } from 'fastify';
import { readSheets, type SheetSource, toCsv, toXlsx } from './report-files.js';
import { Reports } from './reports.service.js';

type ReportReply = StreamableFile | CallResponse<'GET /reports/gstr1'>;

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

@Controller()
export class ReportsController {
  constructor(private readonly reports: Reports) {}

  @HandlesCall('GET /reports/gstr1')
  async gstr1(
    @Input() { query: { month, format } }: Input<'GET /reports/gstr1'>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReportReply> {
    return send('gstr1', month, format, await this.reports.gstr1(month), reply);
  }

  @HandlesCall('GET /reports/sales')
  sales(
    @Input() { query: { month, format } }: Input<'GET /reports/sales'>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReportReply> {
    return send('sales', month, format, this.reports.sales(month), reply);
  }

  @HandlesCall('GET /reports/payments')
  payments(
    @Input() { query: { month, format } }: Input<'GET /reports/payments'>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReportReply> {
    return send('payments', month, format, this.reports.payments(month), reply);
  }
}

async function send(
  name: string,
  month: string,
  format: ReportFormat,
  sources: readonly SheetSource[],
  reply: FastifyReply,
): Promise<ReportReply> {
  if (format === 'json') return { success: true, report: { month, sheets: await readSheets(sources) } };
  reply.header('content-disposition', `attachment; filename="${name}-${month}.${format}"`);
  if (format === 'csv') return new StreamableFile(toCsv(sources), { type: 'text/csv; charset=utf-8' });
  return new StreamableFile(await toXlsx(await readSheets(sources)), { type: XLSX });
}
