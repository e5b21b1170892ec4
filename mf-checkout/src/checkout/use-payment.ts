import { useRef, useState } from 'react';
import { windowEvents } from '@rangavalli/contracts/browser';
import { ApiError } from '@rangavalli/web-kit/data/api-error';
import { emit } from '@rangavalli/web-kit/dom/events';
import { useNavigate } from '@rangavalli/web-kit/federation/router';
import { errorsOfAnswer, type BillingErrors } from './billing.js';
import { beginPayment, confirmPayment, takePayment, type PaidPurchase, type Purchase } from './payment-steps.js';
import { problemOfBeginning, problemOfConfirming, type Problem } from './problems.js';

/** `preparing`: pieces are being held; `paying`: the window is open; `confirming`: it reported a payment. */
export type PaymentPhase = 'idle' | 'preparing' | 'paying' | 'confirming';

interface State {
  phase: PaymentPhase;
  problem?: Problem;
  /** A word after the window was closed without a payment. */
  note?: string;
  billingErrors?: BillingErrors;
}

export interface Payment extends State {
  pay: (purchase: Purchase) => Promise<void>;
  /** Asks again about a payment that could not be confirmed; there is one while `problem.unconfirmed`. */
  checkAgain: () => Promise<void>;
}

/** Carries a purchase from the pay button to /payment-success; one at a time. */
export function usePayment(onCartChanged: () => void): Payment {
  const [state, setState] = useState<State>({ phase: 'idle' });
  const busy = useRef(false);
  const paid = useRef<PaidPurchase>(undefined);
  const navigate = useNavigate();

  const stop = (problem: Problem, billingErrors?: BillingErrors) => {
    setState({ phase: 'idle', problem, ...(billingErrors ? { billingErrors } : {}) });
    if (problem.cartChanged) onCartChanged();
  };

  const confirm = async (purchase: PaidPurchase) => {
    paid.current = purchase;
    setState({ phase: 'confirming' });
    try {
      const order = await confirmPayment(purchase);
      paid.current = undefined;
      // The bought lines leave the cart by themselves, a moment later.
      emit(windowEvents.cartChanged, { count: 0 });
      // In the address too, so that the page can be loaded again. Going back must not lead to a paid checkout.
      void navigate(`/payment-success?order=${order._id}`, {
        replace: true,
        state: { order, payment: purchase.response },
      });
    } catch (thrown) {
      stop(problemOfConfirming(thrown, purchase.response.razorpay_payment_id));
    }
  };

  const run = async (purchase: Purchase) => {
    setState({ phase: 'preparing' });
    try {
      const begun = await beginPayment(purchase);
      setState({ phase: 'paying' });
      const outcome = await takePayment(begun, purchase.billing);
      if (outcome.kind === 'paid') return await confirm({ ...purchase, response: outcome.response });
      const note = outcome.failure
        ? `Payment failed. ${outcome.failure} Your details are kept; you can try again.`
        : 'The payment window was closed. Your details are kept; pay when you are ready.';
      setState({ phase: 'idle', note });
    } catch (thrown) {
      stop(problemOfBeginning(thrown), thrown instanceof ApiError ? errorsOfAnswer(thrown.details) : undefined);
    }
  };

  const once = async (work: () => Promise<void>) => {
    if (busy.current) return;
    busy.current = true;
    await work().finally(() => {
      busy.current = false;
    });
  };

  return {
    ...state,
    pay: (purchase) => once(() => run(purchase)),
    checkAgain: () => once(async () => paid.current && confirm(paid.current)),
  };
}
