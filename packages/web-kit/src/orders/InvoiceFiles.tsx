import { useState } from 'react';
import type { Order } from '@rangavalli/contracts/entities/order';
import { asApiError } from '../data/api-error.js';
import { mayHaveCreditNote, saveTaxDocument } from '../data/invoice-files.js';
import { toast } from '../dom/toast.js';
import { Button } from '../ui/Button.js';
import css from './InvoiceFiles.module.css';

const files = { invoice: 'Download invoice', 'credit-note': 'Download credit note' } as const;
type FileKind = keyof typeof files;

/** The invoice, and the credit note of an order that was cancelled or refunded after its dispatch. */
export function InvoiceFiles({ order }: { order: Order }) {
  const [busy, setBusy] = useState<FileKind>();
  const save = async (kind: FileKind) => {
    setBusy(kind);
    try {
      await saveTaxDocument(order, kind);
      toast.success('The file was downloaded.');
    } catch (error) {
      toast.error(asApiError(error).message);
    } finally {
      setBusy(undefined);
    }
  };
  const kinds: FileKind[] = mayHaveCreditNote(order) ? ['invoice', 'credit-note'] : ['invoice'];
  return (
    <div className={css.files}>
      {kinds.map((kind) => (
        <Button
          key={kind}
          look="secondary"
          busy={busy === kind}
          disabled={busy !== undefined}
          onClick={() => void save(kind)}
        >
          {files[kind]}
        </Button>
      ))}
    </div>
  );
}
