import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Address } from '@rangavalli/contracts/entities/address';
import type { Cart } from '@rangavalli/contracts/entities/cart';
import type { MethodOffer } from '@rangavalli/contracts/entities/cash';
import { isIndia, normalisePhone } from '@rangavalli/contracts/india';
import { useForm } from '@rangavalli/web-kit/data/form';
import { isCompletePin, storedPin, storePin } from '@rangavalli/web-kit/delivery/delivery-pin';
import { messages as deliveryMessages } from '@rangavalli/web-kit/delivery/messages';
import { usePromise } from '@rangavalli/web-kit/delivery/use-promise';
import { usePinPlace } from '@rangavalli/web-kit/data/use-pin-place';
import { Link } from '@rangavalli/web-kit/federation/router';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import type { Session } from '@rangavalli/web-kit/session/session';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Checkbox } from '@rangavalli/web-kit/ui/Field';
import { WaitlistForm } from '@rangavalli/web-kit/ui/WaitlistForm';
import { deliveryItems } from '../delivery/delivery-items.js';
import { loginPath } from '../sign-in/sign-in.js';
import {
  ADDRESS_FIELDS,
  billingErrors,
  type BillingField,
  billingFields,
  billingFor,
  type BillingForm,
  billingOf,
  typedValue,
  withAddress,
  withUser,
} from './billing.js';
import { AddressFields, BusinessFields, ContactFields } from './BillingFields.js';
import css from './Checkout.module.css';
import { CodDialog } from './CodDialog.js';
import { loadFormDraft, productsOf, storeFormDraft } from './form-draft.js';
import { GuestConfirmation } from './GuestConfirmation.js';
import { messages } from './messages.js';
import { CouponBox } from '../coupon/CouponBox.js';
import { OrderMessages, type OrderTexts } from './OrderMessages.js';
import { PayLater } from './PayLater.js';
import { OrderSummary } from './OrderSummary.js';
import { type Method, pinOf, priceOf } from './payment-choice.js';
import { PaymentChoice } from './PaymentChoice.js';
import { preparePayment } from './payment-steps.js';
import { SavedAddresses } from './SavedAddresses.js';
import { useGuestConfirmation } from './use-guest-confirmation.js';
import type { Payment, PaymentPhase } from './use-payment.js';
import { useSaveAddress } from './use-save-address.js';

/** The button that pays is outside the form, beside the forms of the coupon and of the waitlist. */
const FORM_ID = 'checkout-form';

const BUSY_TEXT: Partial<Record<PaymentPhase, string>> = {
  preparing: messages.preparing,
  paying: messages.paying,
  confirming: messages.confirming,
};

const initialForm = (draft: ReturnType<typeof loadFormDraft>, session: Session | undefined): BillingForm => {
  if (!draft) return { ...billingFor(session?.user), pincode: storedPin() ?? '' };
  // A guest has logged in.
  return session?.user && draft.owner === undefined ? withUser(draft.billing, session.user) : draft.billing;
};
const hasAddress = ({ pincode, address, city, state }: BillingForm) => Boolean(pincode || address || city || state);

interface CheckoutFormProps {
  cart: Cart;
  payment: Payment;
  /** Undefined for a guest, until the email is confirmed in this form. */
  session: Session | undefined;
  /** The cart of this session is loaded. */
  isReady: boolean;
}

/** Contact, delivery address and payment on one page. */
export function CheckoutForm({ cart, payment, session, isReady }: CheckoutFormProps) {
  const products = productsOf(cart);
  const [draft] = useState(() => loadFormDraft(session?.owner, products));
  const [billing, setBilling] = useState<BillingForm>(() => initialForm(draft, session));
  const [texts, setTexts] = useState<OrderTexts>(draft?.texts ?? { note: '', giftMessage: '' });
  /** Empty for a new address. */
  const [savedId, setSavedId] = useState(draft?.savedId ?? '');
  const isTouched = useRef(draft !== undefined && hasAddress(draft.billing));
  const [shouldSave, setShouldSave] = useState(draft?.shouldSave ?? false);
  const [chosenMethod, setChosenMethod] = useState<Method>(draft?.method ?? 'online');
  const [offers, setOffers] = useState<readonly MethodOffer[]>();
  const [useCredit, setUseCredit] = useState(draft?.useCredit ?? false);
  const chosenPrice = priceOf(offers, chosenMethod);
  const online = priceOf(offers, 'online');
  // Store credit that covers the total needs no other way to pay.
  const method = chosenPrice && online?.payNow !== 0 ? chosenMethod : 'online';
  // With the coupon and the shipping of the PIN code.
  const price = method === 'online' ? online : chosenPrice;
  const isCod = method === 'cod';
  // After a problem the totals are read again: an offer may have ended.
  const [problems, setProblems] = useState(0);
  useEffect(() => {
    if (payment.problem) setProblems((count) => count + 1);
  }, [payment.problem]);
  const owner = session?.owner;
  useEffect(() => {
    storeFormDraft({ owner, products, billing, texts, savedId, shouldSave, method: chosenMethod, useCredit });
  }, [owner, products, billing, texts, savedId, shouldSave, chosenMethod, useCredit]);
  const saveAddress = useSaveAddress();
  const busy = payment.phase !== 'idle' || (session !== undefined && !isReady);
  const isNew = savedId === '';

  useEffect(() => {
    // Opens the window faster later; a failure here is reported when paying.
    preparePayment().catch(() => undefined);
  }, []);
  const { form, field, showServerErrors, clearErrors, revalidate } = useForm<BillingField>({
    fields: billingFields,
    validate: () => ({ ...billingErrors(billing), ...(pinError ? { pincode: pinError } : {}) }),
    validatesOnBlur: true,
    submit: async () => {
      if (!session) return confirmFirst();
      if (isNew && shouldSave) void saveAddress(billing);
      const total = price?.total ?? payable.total;
      const { quoteHash } = price ?? {};
      await payment.pay({ cart: payable, billing: billingOf(billing), ...texts, method, useCredit, total, quoteHash });
    },
  });
  const pin = usePinPlace(billing, (place) => {
    setBilling((old) => ({ ...old, ...place }));
    revalidate();
  });
  const pincode = isIndia(billing.country) && isCompletePin(billing.pincode) && billing.pincode;
  const items = useMemo(() => deliveryItems(cart), [cart]);
  const { data: promise } = usePromise(items, pincode);
  const shipping = promise?.shipping?.charge ?? 0;
  const payable = useMemo(() => ({ ...cart, total: cart.total + shipping }), [cart, shipping]);
  const pinError = pin.error ?? (promise?.serviceable === false ? messages.notServed : undefined);
  useEffect(() => {
    if (pincode && promise) storePin(pincode);
  }, [pincode, promise]);
  const confirmation = useGuestConfirmation(billing, showServerErrors);
  const confirmFirst = async () => {
    if (confirmation.isSent) form.ref.current?.querySelector<HTMLElement>('[name="code"]')?.focus();
    else await confirmation.send();
  };
  const onServerErrors = useRef(showServerErrors);
  useEffect(() => {
    onServerErrors.current = showServerErrors;
  });
  useEffect(() => {
    if (payment.billingErrors) onServerErrors.current(payment.billingErrors);
  }, [payment.billingErrors]);

  const user = session?.user;
  const wasGuest = useRef(!session);
  useEffect(() => {
    if (!user || !wasGuest.current) return;
    wasGuest.current = false;
    setBilling((old) => withUser(old, user));
    // The field of the code, which had the focus, is gone.
    const find = (selector: string) => form.ref.current?.querySelector<HTMLElement>(selector);
    (find('input:invalid, select:invalid') ?? find('[data-confirmed]'))?.focus();
  }, [user, form.ref]);

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
    setBilling((old) => ({ ...old, [name]: typedValue(name, value, old) }));
    if (!ADDRESS_FIELDS.has(name)) return;
    isTouched.current = true;
    setSavedId('');
  };
  const fields = {
    form: billing,
    field: (name: BillingField) =>
      name === 'pincode' ? { ...field(name), hint: pin.hint, ...(pinError ? { error: pinError } : {}) } : field(name),
    onChange: change,
  };

  return (
    <>
      <div className={css.columns}>
        <form
          id={FORM_ID}
          className={css.main}
          {...form}
          onBlur={(event) => {
            setBilling((old) => ({ ...old, phone: normalisePhone(old.phone) }));
            form.onBlur(event);
          }}
        >
          <section aria-labelledby="contact-heading">
            <h2 id="contact-heading" className={css.heading}>
              {messages.contact}
            </h2>
            {!session && (
              <p className={css.account}>
                {messages.haveAccount} <Link to={loginPath('/checkout')}>{messages.logIn}</Link>
              </p>
            )}
            <ContactFields {...fields} />
            {session ? (
              <p className={css.confirmed} role="status" data-confirmed tabIndex={-1}>
                {session.user?.emailVerified && messages.confirmed(session.user.email)}
              </p>
            ) : (
              <GuestConfirmation confirmation={confirmation} />
            )}
          </section>
          <section aria-labelledby="delivery-heading">
            <h2 id="delivery-heading" className={css.heading}>
              {messages.delivery}
            </h2>
            {session && <SavedAddresses chosen={savedId} onChoose={fillFrom} onLoaded={fillFromDefault} />}
            <AddressFields {...fields} />
            {session && isNew && (
              <Checkbox
                label={messages.saveAddress}
                checked={shouldSave}
                onChange={({ target }) => setShouldSave(target.checked)}
              />
            )}
            <BusinessFields {...fields} />
            <OrderMessages texts={texts} onChange={setTexts} />
          </section>
          {session && isReady && (
            <PaymentChoice
              version={`${cart.count} ${cart.total} ${problems}`}
              offers={offers}
              pincode={pinOf(billing.pincode)}
              method={method}
              useCredit={useCredit}
              disabled={busy}
              onChoose={setChosenMethod}
              onLoaded={setOffers}
              onUseCredit={setUseCredit}
            />
          )}
        </form>
        <div className={css.side}>
          <OrderSummary
            cart={cart}
            price={price}
            total={payable.total}
            promise={promise}
            isQuoted={session !== undefined && isReady}
          />
          {session && isReady && (
            <CouponBox
              version={`${cart.count} ${cart.total} ${problems}`}
              method={method}
              pincode={pinOf(billing.pincode)}
              onChanged={() => setProblems((count) => count + 1)}
            />
          )}
          {promise?.serviceable === false && pincode && (
            <div>
              <p className={css.note}>{deliveryMessages.notServed(pincode)}</p>
              <WaitlistForm key={pincode} pincode={pincode} productId={items[0]?.productId} />
            </div>
          )}
          <p role="status" className={css.note} data-kind={payment.note ? 'note' : undefined}>
            {(isCod && payment.phase === 'preparing' ? messages.preparingOrder : BUSY_TEXT[payment.phase]) ??
              payment.note ??
              (!session && confirmation.isSent ? messages.codeNeeded : '')}
          </p>
          {payment.unpaidOrder && !busy && <PayLater orderNumber={payment.unpaidOrder} />}
          {!payment.problem?.unconfirmed && (
            <Button type="submit" form={FORM_ID} wide busy={busy}>
              {isCod || price?.payNow === 0
                ? messages.placeOrder
                : `Pay ${formatRupees(price?.payNow ?? payable.total)}`}
            </Button>
          )}
        </div>
      </div>
      {payment.codStep && <CodDialog step={payment.codStep} />}
    </>
  );
}
