import { useSyncExternalStore } from 'react';
import { DELIVERY_PIN_KEY } from '@rangavalli/contracts/browser';

const PIN = /^[1-9]\d{5}$/;

export const isCompletePin = (text: string): boolean => PIN.test(text);

/** Returns the PIN code that this browser's deliveries go to, as last entered on any page. */
export function storedPin(): string | undefined {
  try {
    const pincode = localStorage.getItem(DELIVERY_PIN_KEY) ?? '';
    return isCompletePin(pincode) ? pincode : undefined;
  } catch {
    return undefined;
  }
}

export function storePin(pincode: string): void {
  try {
    localStorage.setItem(DELIVERY_PIN_KEY, pincode);
  } catch {
    // Storage is disabled.
  }
  listeners.forEach((listener) => listener());
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns the stored PIN code, also after another part of the page has stored one. */
export const useStoredPin = (): string | undefined => useSyncExternalStore(subscribe, storedPin, () => undefined);
