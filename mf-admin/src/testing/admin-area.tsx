import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { BrowserRouter, MemoryRouter } from 'react-router-dom';
import { windowEvents, type ToastRequested } from '@rangavalli/contracts/browser';
import type { StaffRole } from '@rangavalli/contracts/permissions';
import { storeSession } from '@rangavalli/web-kit/session/session';
import { polyfillDialogs } from '@rangavalli/web-kit/testing/polyfill-dialogs';
import AdminRoutes from '../routes.js';

/** A customer. */
export const asha = {
  _id: 'a'.repeat(24),
  name: 'Asha Rao',
  email: 'asha@example.com',
  emailVerified: true,
  role: 'user' as const,
  createdAt: '2026-01-15T09:30:00.000Z',
};

export const visit = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <AdminRoutes />
    </MemoryRouter>,
  );
/** As `visit`, with the path in `location`. */
export function visitInBrowser(path: string) {
  history.replaceState(null, '', path);
  return render(
    <BrowserRouter>
      <AdminRoutes />
    </BrowserRouter>,
  );
}
export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

/** As browsers do: Enter in a field submits its form, unless the key is handled. */
export const pressEnter = (field: HTMLInputElement) =>
  act(async () => {
    if (fireEvent.keyDown(field, { key: 'Enter' })) field.form?.requestSubmit();
  });

/** Toasts of the current test. */
export const toasts: string[] = [];
export const expectToast = (message: string) => waitFor(() => expect(toasts).toContain(message));

export const signInAs = (staffRole?: StaffRole): void =>
  storeSession({
    token: 'token-of-the-shop',
    user: {
      _id: 'f'.repeat(24),
      name: 'Shop',
      email: 'shop@example.com',
      ...(staffRole ? { role: 'admin', staffRole } : { role: 'user' }),
    },
  });

/** Signs in an owner before each test of the file. */
export function asAdmin(): void {
  const listen = (event: Event) => toasts.push((event as CustomEvent<ToastRequested>).detail.message);
  beforeEach(() => {
    toasts.length = 0;
    window.addEventListener(windowEvents.toastRequested, listen);
    signInAs('owner');
    polyfillDialogs();
  });
  afterEach(() => {
    window.removeEventListener(windowEvents.toastRequested, listen);
    localStorage.clear();
  });
}
