import { useState, type ChangeEvent } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input } from '@rangavalli/web-kit/ui/Field';
import css from './ImportDialog.module.css';
import { planImport, type Step } from './plan-import.js';
import { columns, readProductsCsv } from './product-csv.js';
import { runImport } from './run-import.js';

/** A file beyond this is not a list of products, bytes. */
const FILE_LIMIT = 5_000_000;
/** So many rows are shown; the others are counted. */
const SHOWN = 100;

interface ImportDialogProps {
  open: boolean;
  products: readonly Product[];
  onClose: () => void;
  /** Something was written. */
  onImported: () => void;
}

const says = (step: Step): string => {
  switch (step.does) {
    case 'add':
      return 'New product';
    case 'change':
      return `Changes ${step.changes.join(', ')}`;
    case 'nothing':
      return 'Already so';
    case 'fail':
      return step.errors.join('; ');
  }
};

/** Brings products in from a CSV file: first a dry run that shows what each row would do, then the writing. */
export function ImportDialog({ open, products, onClose, onImported }: ImportDialogProps) {
  const [steps, setSteps] = useState<Step[]>();
  const [problems, setProblems] = useState<string[]>([]);
  const [done, setDone] = useState<number>();
  const busy = done !== undefined;

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    setSteps(undefined);
    setProblems([]);
    if (!file) return;
    if (file.size > FILE_LIMIT) {
      setProblems(['The file is larger than 5 MB.']);
      return;
    }
    const read = readProductsCsv(await file.text());
    const planned = planImport(read, products);
    setProblems(read.problems.length > 0 || planned.length > 0 ? read.problems : ['There are no rows in this file.']);
    if (read.problems.length === 0 && planned.length > 0) setSteps(planned);
  };

  const close = () => {
    if (busy) return;
    setSteps(undefined);
    setProblems([]);
    onClose();
  };

  const writes = steps?.filter(({ does }) => does === 'add' || does === 'change') ?? [];
  const failing = steps?.filter(({ does }) => does === 'fail') ?? [];
  const write = async () => {
    setDone(0);
    const failed = await runImport(writes, setDone);
    setDone(undefined);
    onImported();
    if (failed.length === 0) {
      toast.success(`${writes.length} ${writes.length === 1 ? 'product' : 'products'} imported`);
      setSteps(undefined);
      onClose();
    } else {
      toast.error(`${failed.length} ${failed.length === 1 ? 'row was' : 'rows were'} not imported`);
      setProblems([`${writes.length - failed.length} of ${writes.length} rows were written; these were not:`]);
      setSteps(failed.map(({ row, name, message }) => ({ row, name, does: 'fail', errors: [message] })));
    }
  };

  return (
    <Dialog title="Import products" open={open} onClose={close}>
      <p className={css.intro}>
        A row with an id changes that product; one without adds a product. Export gives a file to begin with. Pictures
        are not in it and stay as they are. Nothing is written before you have seen what each row would do.
      </p>
      <div className={css.file}>
        <Input
          label="CSV file"
          type="file"
          accept=".csv,text/csv"
          hint={`Columns: ${columns.join(', ')}. Sizes and tags are parted by |, stock by size is S:3|M:0`}
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
          <p role="status" className={css.sum}>
            {busy
              ? `Writing ${done} of ${writes.length}…`
              : failing.length > 0
                ? `${failing.length} of ${steps.length} rows cannot be taken. Correct them in the file and choose it again.`
                : `${writes.filter(({ does }) => does === 'add').length} new, ${writes.filter(({ does }) => does === 'change').length} changed, ${steps.length - writes.length} already so.`}
          </p>
          {/* Focusable, so that it can be scrolled by keyboard. */}
          <div className={css.rows} role="region" aria-label="What each row does" tabIndex={0}>
            <ul className={css.plan}>
              {[...failing, ...steps.filter(({ does }) => does !== 'fail')].slice(0, SHOWN).map((step) => (
                <li key={step.row} className={css.step} data-does={step.does}>
                  <span className={css.place}>Row {step.row}</span>
                  <span className={css.name}>{step.name || 'No name'}</span>
                  <span className={css.says}>{says(step)}</span>
                </li>
              ))}
            </ul>
          </div>
          {steps.length > SHOWN && <p className={css.more}>and {steps.length - SHOWN} more rows</p>}
        </>
      )}
      <div className={css.choices}>
        <Button look="secondary" disabled={busy} onClick={close}>
          Cancel
        </Button>
        <Button busy={busy} disabled={failing.length > 0 || writes.length === 0} onClick={() => void write()}>
          {writes.length > 0 && failing.length === 0
            ? `Import ${writes.length} ${writes.length === 1 ? 'row' : 'rows'}`
            : 'Import'}
        </Button>
      </div>
    </Dialog>
  );
}
