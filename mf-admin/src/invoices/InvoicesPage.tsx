import type { CallRequest } from '@rangavalli/contracts/calls';
import type { TaxDocumentRow } from '@rangavalli/contracts/entities/invoice';
import { call, callForFile } from '@rangavalli/web-kit/data/api';
import { saveFile } from '@rangavalli/web-kit/dom/save-file';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { DataTable } from '../layout/DataTable.js';
import { OrderLink } from '../layout/IdLink.js';
import { Page } from '../layout/Page.js';
import { Panel } from '../layout/Panel.js';
import shared from '../layout/shared.module.css';
import { useAction } from '../layout/use-action.js';
import { PagedList } from '../listing/PagedList.js';
import { useList } from '../listing/use-list.js';
import { useListParams, useStoredText } from '../listing/use-list-params.js';
import css from './InvoicesPage.module.css';
import { messages } from './messages.js';

const reports = ['gstr1', 'sales', 'payments'] as const;
const formats = ['xlsx', 'csv'] as const;
/** A month of a large shop takes a while. */
const REPORT_DEADLINE_MS = 60_000;
type ReportRequest = CallRequest<'GET /reports/gstr1'>;
const options = { deadlineMs: REPORT_DEADLINE_MS };
const reportFiles: Record<(typeof reports)[number], (request: ReportRequest) => Promise<Blob>> = {
  gstr1: (request) => callForFile('GET /reports/gstr1', request, options),
  sales: (request) => callForFile('GET /reports/sales', request, options),
  payments: (request) => callForFile('GET /reports/payments', request, options),
};

const INDIA_OFFSET_MS = 5.5 * 3_600_000;

const currentMonth = (): string => new Date(Date.now() + INDIA_OFFSET_MS).toISOString().slice(0, 7);
const isMonth = (text: string): boolean => /^20\d{2}-(?:0[1-9]|1[0-2])$/.test(text);

/** The invoices and credit notes of a month, and what the accountant files. */
export function InvoicesPage() {
  const params = useListParams();
  const month = isMonth(params.get('month')) ? params.get('month') : currentMonth();
  const [text, setText] = useStoredText(month, (typed) => isMonth(typed) && params.set({ month: typed }));
  const list = useList(`invoices ${month}`, params, (cursor, signal) =>
    call('GET /invoices', { query: { month, cursor } }, { signal }),
  );
  return (
    <Page title={messages.title} note={messages.note}>
      <div className={shared.stack}>
        <div className={css.month}>
          <Input
            label={messages.month}
            type="month"
            value={text}
            max={currentMonth()}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <Panel title={messages.reports}>
          <ReportFiles month={month} />
        </Panel>
        <PagedList
          list={list}
          rowsOf={({ invoices }) => invoices}
          what={messages.what}
          loadFailed={messages.loadFailed}
          empty={{ title: messages.empty, text: messages.emptyText }}
        >
          {(rows) => <Documents rows={rows} />}
        </PagedList>
      </div>
    </Page>
  );
}

function ReportFiles({ month }: { month: string }) {
  const { busy, run } = useAction(() => undefined);
  const save = (report: (typeof reports)[number], format: (typeof formats)[number]) =>
    run(`${report} ${format}`, async () => {
      saveFile(`${report}-${month}.${format}`, await reportFiles[report]({ query: { month, format } }));
      return { message: messages.saved };
    });
  return (
    <div className={shared.stack}>
      <p className={shared.empty}>{messages.accountant}</p>
      <ul className={css.reports}>
        {reports.map((report) => (
          <li key={report}>
            <div>
              <strong>{messages.names[report]}</strong>
              <p className={shared.empty}>{messages.hints[report]}</p>
            </div>
            <div className={css.formats}>
              {formats.map((format) => (
                <Button
                  key={format}
                  look="secondary"
                  busy={busy === `${report} ${format}`}
                  disabled={busy !== undefined}
                  aria-label={messages.download(messages.names[report], messages.formats[format])}
                  onClick={() => void save(report, format)}
                >
                  {messages.formats[format]}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

const Documents = ({ rows }: { rows: readonly TaxDocumentRow[] }) => (
  <DataTable
    caption={messages.documents}
    rows={rows}
    keyOf={({ number }) => number}
    columns={[
      { label: messages.number, kind: 'short', cell: ({ number }) => number },
      { label: messages.kind, cell: ({ kind }) => messages.kinds[kind] },
      { label: messages.date, kind: 'short', cell: ({ issuedAt }) => formatDay(issuedAt) },
      {
        label: messages.order,
        kind: 'short',
        cell: ({ orderNumber }) => <OrderLink orderNumber={orderNumber} />,
      },
      {
        label: messages.buyer,
        cell: ({ buyerName, buyerGstin }) => (
          <>
            {buyerName}
            {buyerGstin && <span className={css.gstin}>{buyerGstin}</span>}
          </>
        ),
      },
      { label: messages.total, kind: 'number', cell: ({ totalPaise }) => formatRupees(totalPaise / 100) },
    ]}
  />
);
