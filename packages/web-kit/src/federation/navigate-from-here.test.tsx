import { act, renderHook } from '@testing-library/react';
import { useNavigateFromHere } from './navigate-from-here.js';
import { BrowserRouter, useNavigate } from './router.js';

test('navigates from the page where a request began, and from no other', async () => {
  window.history.replaceState(null, '', '/product/1');
  const { result, unmount } = renderHook(() => ({ fromHere: useNavigateFromHere(), navigate: useNavigate() }), {
    wrapper: BrowserRouter,
  });
  const { fromHere, navigate } = result.current;
  await act(async () => navigate('/product/2'));
  await act(async () => fromHere('/checkout'));
  expect(window.location.pathname).toBe('/product/2');
  const { fromHere: fromThere } = result.current;
  await act(async () => fromThere('/checkout'));
  expect(window.location.pathname).toBe('/checkout');
  const { fromHere: fromCheckout } = result.current;
  unmount();
  await act(async () => fromCheckout('/product/1'));
  expect(window.location.pathname).toBe('/checkout');
});
