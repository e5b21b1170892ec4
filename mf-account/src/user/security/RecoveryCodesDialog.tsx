import { brand } from '@rangavalli/contracts/brand';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import form from '../../form/form.module.css';
import { messages } from './messages.js';
import css from './RecoveryCodesDialog.module.css';

/** Shows new recovery codes, once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(messages.copied),
      () => toast.error(messages.copyFailed),
    );
  return (
    <Dialog title={messages.saveCodes} onClose={onClose}>
      <div className={form.form}>
        <Notice kind="warning">{messages.saveCodesText}</Notice>
        <ul className={css.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className={css.actions}>
          <Button look="secondary" onClick={() => void copy()}>
            {messages.copy}
          </Button>
          <a
            className={css.download}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${brand.name}\n${text}\n`)}`}
            download={`${brand.name.toLowerCase()}-recovery-codes.txt`}
          >
            {messages.download}
          </a>
          <Button data-autofocus onClick={onClose}>
            {messages.savedThem}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
