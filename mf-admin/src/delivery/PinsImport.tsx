import { useState } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import { FormActions } from '../layout/FormActions.js';
import shared from '../layout/shared.module.css';
import css from './Delivery.module.css';
import { messages } from './messages.js';

const MAX_FILE_BYTES = 450_000;

interface RowErrors {
  rows: readonly { row: number; message: string }[];
  /** Of all rows; the response lists the first ones. */
  invalid: number;
}

/** Imports rules of PIN codes from a CSV file; wrong rows are listed, and then nothing is imported. */
export function PinsImport({ onClose, onImported }: { onClose: () => void; onImported: () => void }) {
  const [file, setFile] = useState<File>();
  const { form, field, busy, failure } = useForm<'file'>({
    fields: ['file'],
    validate: () => {
      if (!file) return { file: messages.chooseFile };
      return { file: file.size > MAX_FILE_BYTES ? messages.tooLarge : undefined };
    },
    submit: async () => {
      const body = { csv: (await file?.text()) ?? '' };
      toast.success((await call('POST /delivery/pins/import', { body })).message);
      onImported();
    },
  });
  const { rows = [], invalid = 0 } = (failure?.details ?? {}) as Partial<RowErrors>;
  return (
    <Dialog title={messages.importTitle} onClose={onClose}>
      <form className={shared.stack} {...form}>
        <p className={shared.empty}>{messages.importText}</p>
        {failure && <Notice kind="error">{failure.message}</Notice>}
        {rows.length > 0 && (
          // Focusable for scrolling by keyboard.
          <ul className={css.errors} tabIndex={0} aria-label={messages.importCsv}>
            {rows.map(({ row, message }) => (
              <li key={row}>{messages.row(row, message)}</li>
            ))}
            {invalid > rows.length && <li>{messages.moreErrors(invalid - rows.length)}</li>}
          </ul>
        )}
        <Input
          label={messages.file}
          hint={messages.fileHint}
          {...field('file')}
          type="file"
          accept=".csv,text/csv"
          onChange={({ target }) => setFile(target.files?.[0])}
        />
        <FormActions submit={messages.import} busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
