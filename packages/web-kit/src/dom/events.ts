import { useEffect, useRef } from 'react';
import { windowEvents, type CartChanged, type ToastRequested } from '@rangavalli/contracts/browser';

interface Details {
  [windowEvents.authChange]: undefined;
  [windowEvents.cartChanged]: CartChanged;
  [windowEvents.toastRequested]: ToastRequested;
}

type EventName = keyof Details;

export function emit<Name extends EventName>(
  name: Name,
  ...[detail]: undefined extends Details[Name] ? [] : [Details[Name]]
): void {
  window.dispatchEvent(new CustomEvent(name, { detail }));
}

/** Returns the function that stops it. */
export function listen<Name extends EventName>(name: Name, handler: (detail: Details[Name]) => void): () => void {
  // `authChange` may be a plain event.
  const listener = (event: Event) => handler((event as CustomEvent<Details[Name]>).detail);
  window.addEventListener(name, listener);
  return () => window.removeEventListener(name, listener);
}

export function useWindowEvent<Name extends EventName>(name: Name, handler: (detail: Details[Name]) => void): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => listen(name, (detail) => latest.current(detail)), [name]);
}
