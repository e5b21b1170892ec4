import { sessionStorageKeys } from '@rangavalli/contracts/browser';
import type { Cart } from '@rangavalli/contracts/entities/cart';
import { paymentMethods } from '@rangavalli/contracts/payment-methods';
import { billingFields, billingFor, type BillingForm } from './billing.js';
import type { Method } from './payment-choice.js';
import type { OrderTexts } from './OrderMessages.js';

/** What a customer has entered; payment data is entered in the provider's window only. */
interface FormDraft {
  /** The account; undefined for a guest. */
  owner: string | undefined;
  /** Of the cart, as `productsOf` returns them. */
  products: string;
  billing: BillingForm;
  texts: OrderTexts;
  /** Of the chosen address; empty for a new one. */
  savedId: string;
  shouldSave: boolean;
  method: Method;
  useCredit: boolean;
}

const KEY = sessionStorageKeys.checkoutForm;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the ids of a cart's products, separated by spaces. */
export const productsOf = ({ items }: Cart): string => items.map(({ product }) => product._id).join(' ');

/** Stores the form for a reload of this tab. */
export function storeFormDraft(draft: FormDraft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Storage is blocked: a reload loses the form.
  }
}

/**
 * Returns the stored form of this account; a guest's form continues in the account that the guest logs in to. Messages
 * and the use of store credit are those of one order: a cart with none of its products begins without them.
 */
export function loadFormDraft(owner: string | undefined, products: string): FormDraft | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Record<string, unknown> | null;
    if (!stored) return undefined;
    const ownerOfForm = stored['owner'] === undefined ? undefined : textOf(stored['owner']);
    if (ownerOfForm !== undefined && ownerOfForm !== owner) return undefined;
    const billing = (stored['billing'] ?? {}) as Partial<Record<string, unknown>>;
    const before = textOf(stored['products']).split(' ');
    const isSameOrder = products !== '' && products.split(' ').some((id) => before.includes(id));
    const texts = (isSameOrder ? (stored['texts'] ?? {}) : {}) as Partial<Record<string, unknown>>;
    return {
      owner: ownerOfForm,
      products,
      billing: {
        ...billingFor(undefined),
        ...Object.fromEntries(billingFields.map((field) => [field, textOf(billing[field])])),
      },
      texts: { note: textOf(texts['note']), giftMessage: textOf(texts['giftMessage']) },
      savedId: textOf(stored['savedId']),
      shouldSave: stored['shouldSave'] === true,
      method: paymentMethods.find((method) => method === stored['method']) ?? 'online',
      useCredit: isSameOrder && stored['useCredit'] === true,
    };
  } catch {
    return undefined;
  }
}

/** After the order, and never earlier: a failed payment keeps the form. */
export function clearFormDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked: nothing was stored.
  }
}
