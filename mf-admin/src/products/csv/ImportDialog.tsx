import { useState, type ChangeEvent } from 'react';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { loadProducts } from '../find-products.js';
import { columns } from './columns.js';
import css from './ImportDialog.module.css';
import { messages } from './messages.js';
import type { Step } from './plan-import.js';
import { runImport } from './run-import.js';

const MAX_FILE_BYTES = 5_000_000;
const VISIBLE_ROWS = 100;

interface ImportDialogProps {
  open: boolean;
  onClose: () => void;
  onImported: () => void;
}

const describe = (step: Step): string => {
  switch (step.action) {
    case 'add':
      return messages.newProduct;
    case 'change':
      return messages.changes(step.changes);
    case 'none':
      return messages.unchanged;
    case 'error':
      return step.errors.join('; ');
  }
};

/** Imports products from a CSV file after a dry run that shows what each row would change. */
export function ImportDialog({ open, onClose, onImported }: ImportDialogProps) {
  const [steps, setSteps] = useState<Step[]>();
  const [problems, setProblems] = useState<string[]>([]);
  const [done, setDone] = useState<number>();
  const busy = done !== undefined;

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    setSteps(undefined);
    setProblems([]);
    if (!file) return;
    if (file.size > MAX_FILE_BYTES) {
      setProblems([messages.tooLarge]);
      return;
    }
    try {
      const [{ idsIn, readProductsCsv }, { planImport }] = await Promise.all([
        import('./product-csv.js'),
        import('./plan-import.js'),
      ]);
      const content = readProductsCsv(await file.text());
      const planned = planImport(content, await loadProducts(idsIn(content)));
      if (content.problems.length > 0) setProblems(content.problems);
      else if (planned.length === 0) setProblems([messages.noRows]);
      else setSteps(planned);
    } catch (thrown) {
      setProblems([asApiError(thrown).message]);
    }
  };
  const close = () => {
    if (busy) return;
    setSteps(undefined);
    setProblems([]);
    onClose();
  };

  const added = steps?.filter(({ action }) => action === 'add') ?? [];
  const writes = steps?.filter(({ action }) => action === 'add' || action === 'change') ?? [];
  const invalid = steps?.filter(({ action }) => action === 'error') ?? [];
  const write = async () => {
    setDone(0);
    const failed = await runImport(writes, setDone);
    setDone(undefined);
    onImported();
    if (failed.length === 0) {
      toast.success(messages.imported(writes.length));
      setSteps(undefined);
      onClose();
    } else {
      toast.error(messages.notImported(failed.length));
      setProblems([messages.partlyImported(writes.length - failed.length, writes.length)]);
      setSteps(failed.map(({ row, name, message }) => ({ row, name, action: 'error', errors: [message] })));
    }
  };
  const summary = (all: readonly Step[]): string => {
    if (busy) return messages.importing(done, writes.length);
    if (invalid.length > 0) return messages.invalid(invalid.length, all.length);
    return messages.summary(added.length, writes.length - added.length, all.length - writes.length);
  };

  return (
    <Dialog
      title={messages.title}
      open={open}
      onClose={close}
      footer={
        <>
          <Button look="secondary" disabled={busy} onClick={close}>
            {messages.cancel}
          </Button>
          <Button busy={busy} disabled={invalid.length > 0 || writes.length === 0} onClick={() => void write()}>
            {writes.length > 0 && invalid.length === 0 ? messages.importRows(writes.length) : messages.import}
          </Button>
        </>
      }
    >
      <p>{messages.intro}</p>
      <div className={css.file}>
        <Input
          label={messages.file}
          type="file"
          accept=".csv,text/csv"
          hint={messages.fileHint(columns)}
          disabled={busy}
          onChange={(event) => void choose(event)}
        />
      </div>
      <div role="alert" className={css.problems}>
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
      {steps && (
        <>
          <p role="status" className={css.summary}>
            {summary(steps)}
          </p>
          {/* Focusable for scrolling by keyboard. */}
          <div className={css.preview} role="region" aria-label={messages.preview} tabIndex={0}>
            <ul className={css.steps}>
              {[...invalid, ...steps.filter(({ action }) => action !== 'error')].slice(0, VISIBLE_ROWS).map((step) => (
                <li key={step.row} className={css.step} data-action={step.action}>
                  <span className={css.row}>{messages.row(step.row)}</span>
                  <span className={css.name}>{step.name || messages.noName}</span>
                  <span className={css.details}>{describe(step)}</span>
                </li>
              ))}
            </ul>
          </div>
          {steps.length > VISIBLE_ROWS && (
            <p className={css.details}>{messages.moreRows(steps.length - VISIBLE_ROWS)}</p>
          )}
        </>
      )}
    </Dialog>
  );
}
