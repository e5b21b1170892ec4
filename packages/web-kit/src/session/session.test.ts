import { act, renderHook } from '@testing-library/react';
import { clearSession, currentSession, storeSession, useSession } from './session.js';

const user = { _id: '65a1b2c3d4e5f60718293a4b', name: 'Asha Rao', email: 'asha@example.com', role: 'user' as const };

beforeEach(() => localStorage.clear());

test('a visitor without a token has no session', () => {
  expect(currentSession()).toBeUndefined();
});

test('stores the session under the documented keys and fires authChange', () => {
  const onAuthChange = jest.fn();
  window.addEventListener('authChange', onAuthChange);
  storeSession({ token: 't1', user });
  expect(localStorage.getItem('token')).toBe('t1');
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user);
  expect(onAuthChange).toHaveBeenCalledTimes(1);
  clearSession();
  expect(localStorage.getItem('token')).toBeNull();
  expect(localStorage.getItem('user')).toBeNull();
  expect(onAuthChange).toHaveBeenCalledTimes(2);
  window.removeEventListener('authChange', onAuthChange);
});

test('a token alone is a session, even beside an invalid user record', () => {
  localStorage.setItem('token', 't1');
  localStorage.setItem('user', '{"name":');
  expect(currentSession()).toEqual({ token: 't1', owner: 't1', user: undefined });
});

test('useSession follows login and logout, also from a plain authChange event', () => {
  const { result } = renderHook(() => useSession());
  expect(result.current).toBeUndefined();
  act(() => storeSession({ token: 't2', user }));
  expect(result.current?.user?.name).toBe('Asha Rao');
  act(() => {
    localStorage.removeItem('token');
    window.dispatchEvent(new Event('authChange'));
  });
  expect(result.current).toBeUndefined();
});

test('stores the user before the token, so that no other tab sees a session without its user', () => {
  const set = jest.spyOn(Storage.prototype, 'setItem');
  storeSession({ token: 't1', user });
  expect(set.mock.calls.map(([key]) => key)).toEqual(['user', 'token']);
  set.mockRestore();
});
