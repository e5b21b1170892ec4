import { useEffect, useRef } from 'react';
import { windowEvents, type CartChanged, type ToastRequested } from '@rangavalli/contracts/browser';

/** What travels with each event on `window`, by the event's name. */
interface Details {
  [windowEvents.authChange]: undefined;
  [windowEvents.cartChanged]: CartChanged;
  [windowEvents.toastRequested]: ToastRequested;
}

type EventName = keyof Details;

/** Tells every slice on the page that something happened. */
export function emit<Name extends EventName>(
  name: Name,
  ...[detail]: undefined extends Details[Name] ? [] : [Details[Name]]
): void {
  window.dispatchEvent(new CustomEvent(name, { detail }));
}

/** Calls `handler` for each event until the returned function is called. */
export function listen<Name extends EventName>(name: Name, handler: (detail: Details[Name]) => void): () => void {
  // `authChange` may be fired as a plain event by anybody: it has no detail then.
  const listener = (event: Event) => handler((event as CustomEvent<Details[Name]>).detail);
  window.addEventListener(name, listener);
  return () => window.removeEventListener(name, listener);
}

/** Listens while the component is on the page; the handler may be a new function each time. */
export function useWindowEvent<Name extends EventName>(name: Name, handler: (detail: Details[Name]) => void): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => listen(name, (detail) => latest.current(detail)), [name]);
}
