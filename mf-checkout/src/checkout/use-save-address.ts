import { useRef } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { addressOf, type BillingForm } from './billing.js';
import { messages } from './messages.js';

/** Saves the form's address in parallel with the payment, once per address. */
export function useSaveAddress(): (form: BillingForm) => Promise<void> {
  const saved = useRef('');
  return async (form) => {
    const body = addressOf(form);
    const key = JSON.stringify(body);
    if (saved.current === key) return;
    saved.current = key;
    try {
      await call('POST /address', { body });
    } catch {
      saved.current = '';
      toast.error(messages.saveAddressFailed);
    }
  };
}
