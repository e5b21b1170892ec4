import { type ChangeEvent, useRef, useState } from 'react';
import type { RemittanceResult } from '@rangavalli/contracts/entities/cash';
import { call } from '@rangavalli/web-kit/data/api';
import { type ApiError, asApiError } from '@rangavalli/web-kit/data/api-error';
import { fieldErrors } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { Badge, type Tone } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { DataTable } from '../layout/DataTable.js';
import { messages as layout } from '../layout/messages.js';
import { Panel } from '../layout/Panel.js';
import shared from '../layout/shared.module.css';
import css from '../products/csv/ImportDialog.module.css';
import { messages } from './messages.js';

/** The server takes as much. */
const MAX_FILE_LENGTH = 200_000;

interface Preview {
  csv: string;
  rows: RemittanceResult[];
  message: string;
  isRecorded: boolean;
}

const toneOf = ({ outcome }: RemittanceResult): Tone =>
  outcome === 'matched' ? 'green' : outcome === 'recorded' ? 'gray' : 'red';

const describe = (error: ApiError): string => fieldErrors(error)['csv'] ?? error.message;

/** Compares the file of a courier with the orders, shows its rows, and records those that match. */
export function Remittances() {
  const [preview, setPreview] = useState<Preview>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const send = async (csv: string, isPreview: boolean) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { rows, message } = await call('POST /payments/cod/remittances', { body: { csv, isPreview } });
      if (!isPreview) toast.success(message);
      setPreview({ csv, rows, message, isRecorded: !isPreview });
    } catch (thrown) {
      setProblem(describe(asApiError(thrown)));
    } finally {
      setBusy(false);
    }
  };
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    setPreview(undefined);
    setProblem(undefined);
    const text = await target.files?.[0]?.text();
    if (text === undefined) return;
    if (text.length > MAX_FILE_LENGTH) setProblem(messages.tooLarge);
    else await send(text, true);
  };
  const discard = () => {
    setPreview(undefined);
    form.current?.reset();
  };
  const matched = preview?.rows.filter(({ outcome }) => outcome === 'matched').length ?? 0;
  return (
    <Panel title={messages.remittancesTitle}>
      <form ref={form} className={shared.stack} onSubmit={(event) => event.preventDefault()}>
        <p className={shared.empty}>{messages.remittancesText}</p>
        <div className={css.file}>
          <Input
            label={messages.file}
            type="file"
            accept=".csv,text/csv"
            disabled={busy}
            error={problem}
            onChange={(event) => void choose(event)}
          />
        </div>
        {preview && (
          <>
            <p role="status">{preview.message}</p>
            <DataTable
              caption={messages.preview}
              rows={preview.rows}
              keyOf={({ row }) => String(row)}
              columns={[
                { label: messages.row, kind: 'short', cell: ({ row }) => row },
                { label: messages.orderNumber, kind: 'short', cell: (row) => row.orderNumber || layout.missing },
                {
                  label: messages.amount,
                  kind: 'number',
                  cell: ({ amount }) => (amount === undefined ? layout.missing : formatRupees(amount)),
                },
                { label: messages.date, kind: 'short', cell: ({ date }) => date ?? layout.missing },
                { label: messages.reference, cell: ({ reference }) => reference ?? layout.missing },
                {
                  label: messages.result,
                  kind: 'wide',
                  cell: (row) => (
                    <>
                      <Badge tone={toneOf(row)}>{messages.outcomes[row.outcome]}</Badge> {row.message}
                    </>
                  ),
                },
              ]}
            />
            <div className={shared.actions}>
              <Button look="secondary" disabled={busy} onClick={discard}>
                {messages.discard}
              </Button>
              {!preview.isRecorded && (
                <Button busy={busy} disabled={matched === 0} onClick={() => void send(preview.csv, false)}>
                  {messages.record(matched)}
                </Button>
              )}
            </div>
          </>
        )}
      </form>
    </Panel>
  );
}
