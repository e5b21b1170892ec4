import { useRef, useState } from 'react';
import { windowEvents } from '@rangavalli/contracts/browser';
import type { Order } from '@rangavalli/contracts/entities/order';
import type { PaymentResponse } from '@rangavalli/contracts/entities/payment';
import { ApiError } from '@rangavalli/web-kit/data/api-error';
import { emit } from '@rangavalli/web-kit/dom/events';
import { useNavigate } from '@rangavalli/web-kit/federation/router';
import { billingErrorsFrom, type BillingErrors } from './billing.js';
import { clearFormDraft } from './form-draft.js';
import { messages } from './messages.js';
import {
  confirmCredit,
  confirmPayment,
  openPaymentWindow,
  startPayment,
  type PaidPurchase,
  type Purchase,
} from './payment-steps.js';
import { checkoutProblem, confirmationProblem, type Problem } from './payment-problems.js';
import { type CodStep, useCod } from './use-cod.js';

export type PaymentPhase = 'idle' | 'preparing' | 'paying' | 'confirming';

interface State {
  phase: PaymentPhase;
  problem?: Problem;
  /** Shown after the window was closed without a payment. */
  note?: string;
  billingErrors?: BillingErrors;
  /** The number of an order that was not paid: a link can be emailed for it. */
  unpaidOrder?: string;
}

export interface Payment extends State {
  pay: (purchase: Purchase) => Promise<void>;
  /** The code of an order that is paid on delivery. */
  codStep: CodStep | undefined;
  checkAgain: () => Promise<void>;
}

/** Runs a purchase from the pay button to /payment-success, one at a time. */
export function usePayment(onCartChanged: () => void): Payment {
  const [state, setState] = useState<State>({ phase: 'idle' });
  const busy = useRef(false);
  const paid = useRef<PaidPurchase>(undefined);
  const navigate = useNavigate();

  const stop = (problem: Problem, billingErrors?: BillingErrors) => {
    setState({ phase: 'idle', problem, ...(billingErrors ? { billingErrors } : {}) });
    if (problem.cartChanged) onCartChanged();
  };

  const finish = (order: Order, payment?: PaymentResponse) => {
    clearFormDraft();
    // The server removes the bought lines a moment later.
    emit(windowEvents.cartChanged, { count: 0 });
    // The number in the URL survives a reload; `replace`, because Back must not lead to a paid checkout.
    void navigate(`/payment-success?order=${order.orderNumber}`, {
      replace: true,
      state: { order, payment },
    });
  };
  const cod = useCod(finish, (error) => stop(checkoutProblem(error)));

  const confirm = async (purchase: PaidPurchase) => {
    paid.current = purchase;
    setState({ phase: 'confirming' });
    try {
      const order = await confirmPayment(purchase);
      paid.current = undefined;
      finish(order, purchase.response);
    } catch (thrown) {
      stop(confirmationProblem(thrown, purchase.response.razorpay_payment_id));
    }
  };

  const run = async (purchase: Purchase) => {
    setState({ phase: 'preparing' });
    try {
      if (purchase.method === 'cod') {
        await cod.start(purchase);
        return setState({ phase: 'idle' });
      }
      const started = await startPayment(purchase);
      if (started.checkout.order.amount === 0) return finish(await confirmCredit(started));
      setState({ phase: 'paying' });
      const outcome = await openPaymentWindow(started, purchase.billing);
      if (outcome.kind === 'paid') return await confirm({ ...purchase, response: outcome.response });
      const note = outcome.failure ? messages.paymentFailed(outcome.failure) : messages.windowClosed;
      const { orderNumber } = started.checkout;
      setState({ phase: 'idle', note, ...(orderNumber ? { unpaidOrder: orderNumber } : {}) });
    } catch (thrown) {
      stop(checkoutProblem(thrown), thrown instanceof ApiError ? billingErrorsFrom(thrown.details) : undefined);
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
    codStep: cod.step,
    pay: (purchase) => once(() => run(purchase)),
    checkAgain: () => once(async () => paid.current && confirm(paid.current)),
  };
}
