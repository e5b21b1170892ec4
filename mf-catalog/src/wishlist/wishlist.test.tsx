import { act, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { windowEvents } from '@rangavalli/contracts/browser';
import { listen } from '@rangavalli/web-kit/dom/events';
import { clearSession } from '@rangavalli/web-kit/session/session';
import { buildProduct, signIn } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import { Heart } from './Heart.js';
import { LOG_IN_HINT } from './wishlist.js';

// A busy machine may take its time.
configure({ asyncUtilTimeout: 5_000 });

const [saree, kurta] = [buildProduct({ name: 'Saree' }), buildProduct({ name: 'Kurta' })];
const heart = (name: string) => screen.getByRole('button', { name: `Wishlist: ${name}` });
const pressed = (name: string) => heart(name).getAttribute('aria-pressed');
const show = () =>
  render(
    <>
      <Heart product={saree} />
      <Heart product={kurta} />
    </>,
  );

describe('the heart', () => {
  const toasts: string[] = [];
  beforeEach(() => {
    act(() => clearSession());
    toasts.length = 0;
  });
  const forget = listen(windowEvents.toastRequested, ({ message }) => toasts.push(message));
  afterAll(forget);

  it('asks a guest to log in', () => {
    const api = fakeApi({});
    show();
    fireEvent.click(heart('Saree'));
    expect(toasts).toEqual([LOG_IN_HINT]);
    expect(pressed('Saree')).toBe('false');
    expect(api.requests).toEqual([]);
  });

  it('shows and changes the list of the customer, which is asked for once', async () => {
    const api = fakeApi({
      'GET /wishlist': { success: true, productIds: [kurta._id] },
      'PUT /wishlist/{id}': { success: true, productIds: [saree._id, kurta._id] },
      'DELETE /wishlist/{id}': { success: true, productIds: [saree._id] },
    });
    act(() => signIn());
    show();
    await waitFor(() => expect(pressed('Kurta')).toBe('true'));
    expect(api.requestsTo('GET /wishlist')).toHaveLength(1);
    fireEvent.click(heart('Saree'));
    expect(pressed('Saree')).toBe('true');
    await waitFor(() => expect(toasts).toEqual(['Added to your wishlist']));
    fireEvent.click(heart('Kurta'));
    await waitFor(() => expect(toasts).toEqual(['Added to your wishlist', 'Removed from your wishlist']));
    expect([pressed('Saree'), pressed('Kurta')]).toEqual(['true', 'false']);
    expect(api.requestsTo('DELETE /wishlist/{id}')[0]?.params).toEqual({ id: kurta._id });
    // Whoever comes next to this browser sees nothing of it.
    act(() => clearSession());
    expect(pressed('Saree')).toBe('false');
  });

  it('takes back what the shop could not keep', async () => {
    fakeApi({
      'GET /wishlist': { success: true, productIds: [] },
      'PUT /wishlist/{id}': errorResponse(503, 'UNAVAILABLE', 'resting'),
    });
    act(() => signIn());
    show();
    await act(async () => undefined);
    const before = pressed('Kurta');
    fireEvent.click(heart('Kurta'));
    await waitFor(() => expect(toasts).toEqual(['Something went wrong.']));
    expect(pressed('Kurta')).toBe(before);
  });
});
