import { z } from 'zod';
import { defineCalls } from '../call.js';
import { invoiceQuery, invoicesQuery, report, reportQuery, taxDocument, taxDocumentRow } from '../entities/invoice.js';
import { ok, orderReference, pageInfo } from '../primitives.js';

const CSV = 'text/csv';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const monthlyReport = {
  access: 'reports.read',
  deadlineMs: 60_000,
  query: reportQuery,
  files: [CSV, XLSX],
  streamed: true,
  response: ok.extend({ report }),
  errors: ['VALIDATION_FAILED', 'REPORT_TOO_LARGE'],
} as const;

/** Served by the order service. */
export const invoiceCalls = defineCalls('order', {
  'GET /orders/{orderId}/invoice': {
    summary: "Get an order's tax invoice or credit note, as its owner or with the permission orders.read",
    access: 'customer',
    deadlineMs: 20_000,
    params: z.object({ orderId: orderReference }),
    query: invoiceQuery,
    files: ['application/pdf'],
    /** `creditNotes`: how many the order has. */
    response: ok.extend({ invoice: taxDocument, creditNotes: z.int().min(0) }),
    errors: ['VALIDATION_FAILED', 'ORDER_NUMBER_INVALID', 'ORDER_NOT_FOUND', 'INVOICE_NOT_ISSUED'],
  },
  'GET /invoices': {
    summary: 'List the invoices and credit notes, of a month (IST) or all, newest first',
    access: 'reports.read',
    query: invoicesQuery,
    response: ok.extend({ invoices: z.array(taxDocumentRow), ...pageInfo }),
    errors: ['VALIDATION_FAILED'],
  },
  'GET /reports/gstr1': {
    summary: 'Get the sheets of GSTR-1 of a month: b2b, b2cl, b2cs, cdnr, cdnur, exp, hsn(b2b), hsn(b2c), docs',
    ...monthlyReport,
  },
  'GET /reports/sales': {
    summary: 'Get the sales register of a month: every invoice and credit note with its taxes',
    ...monthlyReport,
  },
  'GET /reports/payments': {
    summary: 'Get the payments register of a month: what was received and refunded',
    ...monthlyReport,
  },
});
