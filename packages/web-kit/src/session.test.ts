import { act, renderHook } from '@testing-library/react';
import { clearSession, currentSession, storeSession, useSession } from './session.js';

const user = { _id: '65a1b2c3d4e5f60718293a4b', name: 'Asha Rao', email: 'asha@example.com', role: 'user' as const };

beforeEach(() => localStorage.clear());

test('a visitor without a token is a guest', () => {
  expect(currentSession()).toBeUndefined();
});

test('a session lies under the documented keys and is told to every slice', () => {
  const heard = jest.fn();
  window.addEventListener('authChange', heard);
  storeSession({ token: 't1', user });
  expect(localStorage.getItem('token')).toBe('t1');
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user);
  expect(heard).toHaveBeenCalledTimes(1);
  clearSession();
  expect(localStorage.getItem('token')).toBeNull();
  expect(localStorage.getItem('user')).toBeNull();
  expect(heard).toHaveBeenCalledTimes(2);
  window.removeEventListener('authChange', heard);
});

test('a token alone means signed in, even beside a broken user record', () => {
  localStorage.setItem('token', 't1');
  localStorage.setItem('user', '{"name":');
  expect(currentSession()).toEqual({ token: 't1', owner: 't1', user: undefined });
});

test('a component sees login and logout, by whomever they were told', () => {
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
