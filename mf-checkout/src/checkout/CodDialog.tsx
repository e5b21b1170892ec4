import { formatRupees } from '@rangavalli/web-kit/format/money';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { EmailCodeField } from '@rangavalli/web-kit/ui/EmailCodeField';
import css from './Checkout.module.css';
import { messages } from './messages.js';
import type { CodStep } from './use-cod.js';

/** Shown by the field of the code. */
const CODE_ERRORS = ['CONFIRMATION_CODE_INVALID', 'CONFIRMATION_CODE_EXPIRED', 'VALIDATION_FAILED'];

/** The last step of an order that is paid on delivery: the emailed code. */
export function CodDialog({ step }: { step: CodStep }) {
  const { started, code, resend, verify, close } = step;
  const { failure } = code;
  return (
    <Dialog title={messages.confirmOrder} onClose={close}>
      <div className={css.confirmation}>
        <p className={css.note}>
          {messages.codAmount(started.orderNumber, formatRupees(started.dueOnDelivery ?? started.totalAmount))}{' '}
          {messages.notOrderedYet}
        </p>
        {started.confirmation?.phone && <p className={css.note}>{messages.codeInSms(started.confirmation.phone)}</p>}
        {failure && !CODE_ERRORS.includes(failure.code) && (
          <p className={css.refusal} role="alert">
            {failure.message}
          </p>
        )}
        <EmailCodeField
          email={started.confirmation?.to ?? ''}
          code={{ ...code, send: resend }}
          onComplete={(digits) => void verify(digits)}
        />
      </div>
    </Dialog>
  );
}
