import { useRef } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { addressOf, type BillingForm } from './billing.js';

/** Saves the form's address beside the payment, which never waits for it; once, however often one pays. */
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
      toast.error('Failed to save address.');
    }
  };
}
