import { act, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { windowEvents } from '@rangavalli/contracts/browser';
import { listen } from '@rangavalli/web-kit/dom/events';
import { clearSession } from '@rangavalli/web-kit/session/session';
import { buildProduct, signIn } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import { messages } from './messages.js';
import { WishlistButton } from './WishlistButton.js';

configure({ asyncUtilTimeout: 5_000 });

const [saree, kurta] = [buildProduct({ name: 'Saree' }), buildProduct({ name: 'Kurta' })];
const button = (name: string) => screen.getByRole('button', { name: `Wishlist: ${name}` });
const pressed = (name: string) => button(name).getAttribute('aria-pressed');
const show = () =>
  render(
    <>
      <WishlistButton product={saree} />
      <WishlistButton product={kurta} />
    </>,
  );

describe('the wishlist button', () => {
  const toasts: string[] = [];
  beforeEach(() => {
    act(() => clearSession());
    toasts.length = 0;
  });
  const stopListening = listen(windowEvents.toastRequested, ({ message }) => toasts.push(message));
  afterAll(stopListening);

  it("keeps a guest's hearts in the browser, and adds them to the list after the login", async () => {
    const api = fakeApi({
      'GET /wishlist': { success: true, productIds: [saree._id] },
      'PUT /wishlist/{id}': ({ params }) =>
        params['id'] === kurta._id
          ? errorResponse(404, 'PRODUCT_NOT_FOUND', 'gone')
          : { success: true, productIds: [saree._id] },
    });
    show();
    for (const name of ['Saree', 'Saree', 'Saree', 'Kurta']) fireEvent.click(button(name));
    expect(toasts).toEqual([messages.savedForLogin, messages.removed, messages.savedForLogin, messages.savedForLogin]);
    expect([pressed('Saree'), pressed('Kurta')]).toEqual(['true', 'true']);
    expect(api.requests).toEqual([]);
    act(() => signIn());
    await waitFor(() => expect(api.requestsTo('GET /wishlist')).toHaveLength(1));
    expect(api.requestsTo('PUT /wishlist/{id}').map(({ params }) => params['id'])).toEqual([saree._id, kurta._id]);
    await waitFor(() => expect([pressed('Saree'), pressed('Kurta')]).toEqual(['true', 'false']));
    expect(localStorage.getItem('guest-wishlist')).toBeNull();
  });

  it('shows and changes the list of the customer, loaded once', async () => {
    const api = fakeApi({
      'GET /wishlist': { success: true, productIds: [kurta._id] },
      'PUT /wishlist/{id}': { success: true, productIds: [saree._id, kurta._id] },
      'DELETE /wishlist/{id}': { success: true, productIds: [saree._id] },
    });
    act(() => signIn());
    show();
    await waitFor(() => expect(pressed('Kurta')).toBe('true'));
    expect(api.requestsTo('GET /wishlist')).toHaveLength(1);
    fireEvent.click(button('Saree'));
    expect(pressed('Saree')).toBe('true');
    await waitFor(() => expect(toasts).toEqual(['Added to your wishlist']));
    fireEvent.click(button('Kurta'));
    await waitFor(() => expect(toasts).toEqual(['Added to your wishlist', 'Removed from your wishlist']));
    expect([pressed('Saree'), pressed('Kurta')]).toEqual(['true', 'false']);
    expect(api.requestsTo('DELETE /wishlist/{id}')[0]?.params).toEqual({ id: kurta._id });
    // The next user of this browser does not see it.
    act(() => clearSession());
    expect(pressed('Saree')).toBe('false');
  });

  it('reverts a change that fails', async () => {
    fakeApi({
      'GET /wishlist': { success: true, productIds: [] },
      'PUT /wishlist/{id}': errorResponse(503, 'UNAVAILABLE', 'Temporarily unavailable.'),
    });
    act(() => signIn());
    show();
    await act(async () => undefined);
    const before = pressed('Kurta');
    fireEvent.click(button('Kurta'));
    await waitFor(() => expect(toasts).toEqual(['Something went wrong.']));
    expect(pressed('Kurta')).toBe(before);
  });
});
