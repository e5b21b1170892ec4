import type { PaymentOrder, PaymentResponse } from '@rangavalli/contracts/entities/payment';
import { messages } from './messages.js';

/** The part of Razorpay Checkout's interface that the shop uses. */
export interface RazorpayOptions {
  key: string;
  order_id: string;
  /** In paise. */
  amount: number;
  currency: PaymentOrder['currency'];
  name: string;
  theme: { color: string };
  prefill: { name: string; email: string; contact: string; method?: 'upi' };
  /** What the customer cannot change in the window. */
  readonly: { name?: boolean; email?: boolean; contact?: boolean };
  /** Stores no cards of shoppers at Razorpay. */
  remember_customer: false;
  retry: { enabled: boolean; max_count: number };
  /** Seconds until the window closes by itself. */
  timeout?: number;
  config: { display: DisplayConfig };
  handler: (response: PaymentResponse) => void;
  modal: { ondismiss: () => void };
}

/** Which methods the window shows, and in what order. */
export interface DisplayConfig {
  blocks: Record<string, { name: string; instruments: { method: string; flows?: string[] }[] }>;
  sequence: string[];
  preferences: { show_default_blocks: boolean };
}

interface RazorpayWindow {
  open: () => void;
  on: (event: 'payment.failed', listener: (event: { error?: { description?: string } }) => void) => void;
}

declare global {
  interface Window {
    Razorpay?: new (options: RazorpayOptions) => RazorpayWindow;
  }
}

export type PaymentOutcome = { kind: 'paid'; response: PaymentResponse } | { kind: 'dismissed'; failure?: string };

const SCRIPT_DEADLINE_MS = 20_000;
let loading: Promise<void> | undefined;

/** Loads Razorpay's script once; a call after a failure retries. */
export function loadRazorpay(url: string): Promise<void> {
  if (window.Razorpay) return Promise.resolve();
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      loading = undefined;
      reject(new Error('The payment window could not be loaded.'));
    };
    const timer = setTimeout(fail, SCRIPT_DEADLINE_MS);
    script.src = url;
    script.async = true;
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      if (window.Razorpay) resolve();
      else fail();
    });
    document.head.append(script);
  });
  return loading;
}

/** Opens the payment window; resolves when the customer has paid or closed it. Failed attempts stay in it. */
export function openRazorpay(options: Omit<RazorpayOptions, 'handler' | 'modal'>): Promise<PaymentOutcome> {
  return new Promise((resolve, reject) => {
    if (!window.Razorpay) {
      reject(new Error('The payment window is not loaded.'));
      return;
    }
    let failure: string | undefined;
    const opened = new window.Razorpay({
      ...options,
      handler: (response) => resolve({ kind: 'paid', response }),
      modal: {
        ondismiss: () => resolve(failure === undefined ? { kind: 'dismissed' } : { kind: 'dismissed', failure }),
      },
    });
    opened.on('payment.failed', ({ error }) => {
      failure = error?.description || messages.declined;
    });
    opened.open();
  });
}
