import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Cart } from '@rangavalli/contracts/entities/cart';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import type { SessionUser } from '@rangavalli/web-kit/session/session';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Checkbox } from '@rangavalli/web-kit/ui/Field';
import { billingOf } from './billing.js';
import { BillingFields } from './BillingFields.js';
import css from './Checkout.module.css';
import { OrderSummary } from './OrderSummary.js';
import { preparePayment } from './payment-steps.js';
import { SavedAddresses } from './SavedAddresses.js';
import { useBillingForm } from './use-billing-form.js';
import { useSaveAddress } from './use-save-address.js';
import type { Payment, PaymentPhase } from './use-payment.js';

const BUSY_TEXT: Partial<Record<PaymentPhase, string>> = {
  preparing: 'Preparing your payment…',
  paying: 'Waiting for your payment…',
  confirming: 'Confirming your payment. Please keep this page open.',
};

/** Billing form, order summary and pay button. */
export function CheckoutForm({ cart, payment, user }: { cart: Cart; payment: Payment; user: SessionUser | undefined }) {
  const billing = useBillingForm(user, payment.billingErrors);
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  const [wishesToSave, setWishesToSave] = useState(false);
  const saveAddress = useSaveAddress();
  const busy = payment.phase !== 'idle';
  const isNew = billing.savedId === '';
  const saves = isNew && wishesToSave;

  useEffect(() => {
    // The window opens faster when its script is there; if this fails, paying tries again and tells.
    preparePayment().catch(() => undefined);
  }, []);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!billing.validate(saves)) {
      setRefusals((count) => count + 1);
      return;
    }
    if (saves) void saveAddress(billing.form);
    void payment.pay({ cart, billing: billingOf(billing.form) });
  };

  return (
    <form ref={form} className={css.columns} noValidate onSubmit={submit}>
      <section aria-labelledby="billing-heading">
        <h2 id="billing-heading" className={css.heading}>
          Billing details
        </h2>
        <SavedAddresses chosen={billing.savedId} onChoose={billing.fillFrom} onLoaded={billing.offerAddresses} />
        <BillingFields form={billing.form} errors={billing.errors} onChange={billing.change} onBlur={billing.blur} />
        {isNew && (
          <Checkbox
            label="Save this address for next time"
            checked={wishesToSave}
            onChange={({ target }) => setWishesToSave(target.checked)}
          />
        )}
      </section>
      <div className={css.side}>
        <OrderSummary cart={cart} />
        <p role="status" className={css.note} data-kind={payment.note ? 'word' : undefined}>
          {BUSY_TEXT[payment.phase] ?? payment.note}
        </p>
        {!payment.problem?.unconfirmed && (
          <Button type="submit" wide busy={busy}>
            Pay {formatRupees(cart.total)}
          </Button>
        )}
      </div>
    </form>
  );
}
