import type { Billing } from '@rangavalli/contracts/entities/order';
import { messages } from './messages.js';
import type { DisplayConfig, RazorpayOptions } from './razorpay.js';

/** Specification §7. */
const PLACEHOLDER_PHONE = '9999999999';
const MAX_RETRIES = 4;
/** The window closes before the hold ends, so that money in its last seconds still finds the stock. */
const MARGIN_S = 15;
const LEAST_TIMEOUT_S = 60;

type WindowOptions = Pick<
  RazorpayOptions,
  'prefill' | 'readonly' | 'remember_customer' | 'retry' | 'timeout' | 'config'
>;

/**
 * Phones have the UPI apps themselves; a desktop shows a QR code that a phone scans. Requests to a typed UPI address
 * (`collect`) ended on 28 February 2026.
 */
function displayConfig(isPhone: boolean): DisplayConfig {
  const flows = [isPhone ? 'intent' : 'qr'];
  return {
    blocks: { upi: { name: isPhone ? messages.upiApps : messages.upiQr, instruments: [{ method: 'upi', flows }] } },
    sequence: ['block.upi'],
    preferences: { show_default_blocks: true },
  };
}

/** Returns the options of the payment window that depend on the customer, the hold and the device. */
export function windowOptions(
  { fullName, email, phone }: Pick<Billing, 'fullName' | 'email' | 'phone'>,
  expiresAt: string,
  { isPhone, now }: { isPhone: boolean; now: number },
): WindowOptions {
  const leftS = Math.floor((Date.parse(expiresAt) - now) / 1_000) - MARGIN_S;
  return {
    prefill: { name: fullName, email, contact: phone || PLACEHOLDER_PHONE, ...(isPhone ? { method: 'upi' } : {}) },
    readonly: { name: true, email: true, ...(phone ? { contact: true } : {}) },
    remember_customer: false,
    retry: { enabled: true, max_count: MAX_RETRIES },
    ...(leftS >= LEAST_TIMEOUT_S ? { timeout: leftS } : {}),
    config: { display: displayConfig(isPhone) },
  };
}

/** Touch without a mouse: UPI apps can be opened. */
export const isPhone = (): boolean => window.matchMedia?.('(hover: none) and (pointer: coarse)').matches ?? false;
