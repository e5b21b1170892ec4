import { useCallback, useEffect, useRef, useState } from 'react';
import type { Address } from '@rangavalli/contracts/entities/address';
import type { Cart } from '@rangavalli/contracts/entities/cart';
import { useForm } from '@rangavalli/web-kit/data/form';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import type { SessionUser } from '@rangavalli/web-kit/session/session';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Checkbox } from '@rangavalli/web-kit/ui/Field';
import {
  ADDRESS_FIELDS,
  billingErrors,
  billingFields,
  billingFor,
  billingOf,
  withAddress,
  type BillingField,
  type BillingForm,
} from './billing.js';
import { BillingFields } from './BillingFields.js';
import css from './Checkout.module.css';
import { messages } from './messages.js';
import { OrderSummary } from './OrderSummary.js';
import { preparePayment } from './payment-steps.js';
import { SavedAddresses } from './SavedAddresses.js';
import { useSaveAddress } from './use-save-address.js';
import type { Payment, PaymentPhase } from './use-payment.js';

const BUSY_TEXT: Partial<Record<PaymentPhase, string>> = {
  preparing: messages.preparing,
  paying: messages.paying,
  confirming: messages.confirming,
};

export function CheckoutForm({ cart, payment, user }: { cart: Cart; payment: Payment; user: SessionUser | undefined }) {
  const [billing, setBilling] = useState<BillingForm>(() => billingFor(user));
  /** Empty for a new address. */
  const [savedId, setSavedId] = useState('');
  const isTouched = useRef(false);
  const [shouldSave, setShouldSave] = useState(false);
  const saveAddress = useSaveAddress();
  const busy = payment.phase !== 'idle';
  const isNew = savedId === '';
  const saves = isNew && shouldSave;

  useEffect(() => {
    // Opens the window faster later; a failure here is reported when paying.
    preparePayment().catch(() => undefined);
  }, []);
  const { form, field, showServerErrors, clearErrors } = useForm<BillingField>({
    fields: billingFields,
    validate: (values) => billingErrors(values, saves),
    validatesOnBlur: true,
    submit: async (values) => {
      if (saves) void saveAddress(values);
      await payment.pay({ cart, billing: billingOf(values) });
    },
  });
  const onServerErrors = useRef(showServerErrors);
  useEffect(() => {
    onServerErrors.current = showServerErrors;
  });
  useEffect(() => {
    if (payment.billingErrors) onServerErrors.current(payment.billingErrors);
  }, [payment.billingErrors]);

  const fillFrom = (saved: Address | undefined) => {
    setSavedId(saved?._id ?? '');
    setBilling((old) =>
      saved
        ? withAddress(old, saved)
        : { ...billingFor(user), fullName: old.fullName, email: old.email, phone: old.phone },
    );
    clearErrors();
  };
  const fillFromDefault = useCallback((addresses: readonly Address[]) => {
    const standard = addresses.find((saved) => saved.isDefault);
    // Never overwrites what the customer has typed.
    if (!standard || isTouched.current) return;
    setSavedId(standard._id);
    setBilling((old) => withAddress(old, standard));
  }, []);
  const change = (name: BillingField, value: string) => {
    isTouched.current = true;
    setBilling((old) => ({ ...old, [name]: value }));
    if (ADDRESS_FIELDS.has(name)) setSavedId('');
  };

  return (
    <form className={css.columns} {...form}>
      <section aria-labelledby="billing-heading">
        <h2 id="billing-heading" className={css.heading}>
          Billing details
        </h2>
        <SavedAddresses chosen={savedId} onChoose={fillFrom} onLoaded={fillFromDefault} />
        <BillingFields form={billing} field={field} onChange={change} />
        {isNew && (
          <Checkbox
            label={messages.saveAddress}
            checked={shouldSave}
            onChange={({ target }) => setShouldSave(target.checked)}
          />
        )}
      </section>
      <div className={css.side}>
        <OrderSummary cart={cart} />
        <p role="status" className={css.note} data-kind={payment.note ? 'note' : undefined}>
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
