import { useRef, useState } from 'react';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { Order } from '@rangavalli/contracts/entities/order';
import { call } from '@rangavalli/web-kit/data/api';
import { type ApiError, asApiError } from '@rangavalli/web-kit/data/api-error';
import type { CodeState } from '@rangavalli/web-kit/session/use-email-code';
import {
  isUnconfirmed,
  type Purchase,
  startCheckout,
  VERIFY_DEADLINE_MS,
  VERIFY_DELAYS_MS,
  withRetries,
} from './payment-steps.js';

type Started = CallResponse<'POST /payments/create-order'>;

/** An order that waits for its code. */
export interface CodStep {
  started: Started;
  code: CodeState;
  /** Resolves with whether the request was accepted. */
  resend: () => Promise<boolean>;
  verify: (digits: string) => Promise<void>;
  close: () => void;
}

export interface Cod {
  /** Undefined while no code is expected. */
  step: CodStep | undefined;
  /** Begins the checkout, which emails the code. @throws ApiError */
  start: (purchase: Purchase) => Promise<void>;
}

/** Other errors end the step: the checkout has to begin again. */
const STEP_ERRORS = ['CONFIRMATION_CODE_INVALID', 'CONFIRMATION_CODE_EXPIRED', 'VALIDATION_FAILED', 'RATE_LIMITED'];
const staysOpen = (error: ApiError): boolean => STEP_ERRORS.includes(error.code) || isUnconfirmed(error);

/** Confirms an order that is paid on delivery. */
export function useCod(onPlaced: (order: Order) => void, onEnded: (error: ApiError) => void): Cod {
  const [started, setStarted] = useState<{ purchase: Purchase; checkout: Started }>();
  const [busy, setBusy] = useState<CodeState['busy']>();
  const [failure, setFailure] = useState<ApiError>();
  const isBusy = useRef(false);

  const once = async (what: NonNullable<CodeState['busy']>, work: () => Promise<void>): Promise<boolean> => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setBusy(what);
    setFailure(undefined);
    try {
      await work();
      return true;
    } catch (thrown) {
      const error = asApiError(thrown);
      if (staysOpen(error)) setFailure(error);
      else {
        setStarted(undefined);
        onEnded(error);
      }
      return false;
    } finally {
      isBusy.current = false;
      setBusy(undefined);
    }
  };
  const start = async (purchase: Purchase) => {
    setFailure(undefined);
    setStarted({ purchase, checkout: await startCheckout({ ...purchase, method: 'cod' }) });
  };
  const verify = async ({ checkout }: { checkout: Started }, code: string) => {
    const body = { orderNumber: checkout.orderNumber, code };
    // The call is idempotent: a lost response may have placed the order.
    const { order } = await withRetries(
      () => call('POST /orders/cod/confirm', { body }, { deadlineMs: VERIFY_DEADLINE_MS }),
      VERIFY_DELAYS_MS,
      isUnconfirmed,
    );
    setStarted(undefined);
    onPlaced(order);
  };
  return {
    step: started && {
      started: started.checkout,
      code: { busy, failure },
      resend: () => once('sending', () => start(started.purchase)),
      verify: async (digits) => void (await once('verifying', () => verify(started, digits))),
      close: () => setStarted(undefined),
    },
    start,
  };
}
