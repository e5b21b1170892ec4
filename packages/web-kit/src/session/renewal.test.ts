import { call } from '../data/api.js';
import type { ApiError } from '../data/api-error.js';
import { pendingLogOut, logOut } from './log-out.js';
import { currentSession, storeSession } from './session.js';
import { fakePush, removePush } from '../testing/fake-push.js';
import { fakeApi, FakeFailure, noConnection, errorResponse } from '../testing/fake-api.js';

const user = {
  _id: '65a1b2c3d4e5f60718293a4b',
  name: 'Asha Rao',
  email: 'asha@example.com',
  emailVerified: true,
  role: 'user' as const,
  createdAt: '2026-01-15T09:30:00.000Z',
  orders: [],
};
const encode = (value: object) =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
let tokens = 0;
/** Returns a token that expires in `seconds`. */
const tokenFor = (seconds: number) =>
  `${encode({ alg: 'RS256' })}.${encode({ sub: user._id, exp: Math.floor(Date.now() / 1000) + seconds, jti: ++tokens })}.signature`;
const unauthenticated = errorResponse(401, 'UNAUTHENTICATED', 'You must be logged in.');
const sessionEnded = errorResponse(401, 'SESSION_ENDED', 'Your session has ended. Please log in again.');
const failure = async (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error('should have failed')),
    (error: ApiError) => error,
  );
const onAuthChange = jest.fn();

let old: string;
let next: string;
beforeAll(() => window.addEventListener('authChange', onAuthChange));
beforeEach(() => {
  Reflect.deleteProperty((globalThis as never)[Symbol.for('rangavalli.session')], 'retryAfter');
  localStorage.clear();
  old = tokenFor(900);
  next = tokenFor(900);
  storeSession({ token: old, user });
  onAuthChange.mockClear();
});

/** A shop that accepts only the next token. */
const shop = (
  refresh: Parameters<typeof fakeApi>[0]['POST /users/refresh'] = () => ({ success: true, token: next, user }),
) =>
  fakeApi({
    'GET /users/profile': ({ authorization }) =>
      authorization === `Bearer ${next}` ? { success: true, user } : unauthenticated,
    'GET /products/getAll': { success: true, products: [], total: 0 } as never,
    'POST /users/refresh': refresh,
  });

describe('a rejected token', () => {
  test('is renewed once for all calls, which are then retried', async () => {
    const api = shop();
    await Promise.all(Array.from({ length: 6 }, () => call('GET /users/profile')));
    expect(api.requestsTo('POST /users/refresh')).toHaveLength(1);
    expect(api.requestsTo('POST /users/refresh')[0]?.authorization).toBeUndefined();
    expect(api.requestsTo('GET /users/profile')).toHaveLength(12);
    expect(currentSession()).toMatchObject({ token: next, owner: user._id, user });
  });

  test('is not renewed when another tab has done so', async () => {
    const api = shop();
    api.responses['GET /users/profile'] = ({ authorization }) => {
      if (authorization === `Bearer ${next}`) return { success: true, user };
      localStorage.setItem('token', next);
      return unauthenticated;
    };
    await call('GET /users/profile');
    expect(api.requestsTo('POST /users/refresh')).toEqual([]);
  });

  test('that was revoked by a change of role is renewed with the new role', async () => {
    const api = shop();
    const staff = { ...user, role: 'admin' as const, staffRole: 'support' as const };
    api.responses['POST /users/refresh'] = { success: true, token: next, user: staff };
    api.responses['GET /users/profile'] = ({ authorization }) =>
      authorization === `Bearer ${next}`
        ? { success: true, user: staff }
        : errorResponse(401, 'SESSION_REVOKED', 'You have been logged out.');
    await call('GET /users/profile');
    expect(currentSession()?.user?.staffRole).toBe('support');
  });

  test('that was revoked with its session logs out', async () => {
    const api = shop(sessionEnded);
    api.responses['GET /users/profile'] = errorResponse(401, 'SESSION_REVOKED', 'You have been logged out.');
    expect((await failure(call('GET /users/profile'))).code).toBe('SESSION_REVOKED');
    expect(currentSession()).toBeUndefined();
  });

  test('of an ended session logs out and fires authChange', async () => {
    shop(sessionEnded);
    expect(await failure(call('GET /users/profile'))).toMatchObject({
      code: 'UNAUTHENTICATED',
      message: 'You must be logged in.',
    });
    expect(currentSession()).toBeUndefined();
    expect(localStorage.getItem('user')).toBeNull();
    expect(onAuthChange).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['no connection', noConnection],
    [
      'an unavailable API',
      new FakeFailure(503, { success: false, code: 'UNAVAILABLE', message: 'unavailable', requestId: 'r' }),
    ],
    ['a foreign error page', new FakeFailure(502, '<html>')],
    ['a rate limit', errorResponse(429, 'RATE_LIMITED', 'Too many requests.')],
  ])('keeps the session on %s', async (_cause, response) => {
    const api = shop(response);
    expect((await failure(call('GET /users/profile'))).code).toBe('UNAVAILABLE');
    expect(currentSession()?.token).toBe(old);
    expect(onAuthChange).not.toHaveBeenCalled();
    expect(api.requestsTo('POST /users/refresh')).toHaveLength(2);
  });

  test('is renewed again at once when the response was lost', async () => {
    let attempts = 0;
    shop(() => (++attempts === 1 ? noConnection : { success: true, token: next, user }));
    await call('GET /users/profile');
    expect(currentSession()?.token).toBe(next);
  });

  test('is retried once: rejecting the new token too ends the session', async () => {
    const api = shop();
    api.responses['GET /users/profile'] = unauthenticated;
    expect((await failure(call('GET /users/profile'))).code).toBe('UNAUTHENTICATED');
    expect(api.requestsTo('GET /users/profile')).toHaveLength(2);
    expect(currentSession()).toBeUndefined();
  });

  test('does not undo a logout during the renewal', async () => {
    shop(() => {
      logOut();
      return { success: true, token: next, user };
    });
    await failure(call('GET /users/profile'));
    expect(currentSession()).toBeUndefined();
  });

  test('does not end a session that began during the renewal', async () => {
    shop(() => {
      storeSession({ token: next, user });
      return sessionEnded;
    });
    await call('GET /users/profile');
    expect(currentSession()?.token).toBe(next);
  });

  test('is not the same as a wrong password', async () => {
    const api = shop();
    api.responses['POST /users/login'] = errorResponse(401, 'INVALID_CREDENTIALS', 'Incorrect email or password.');
    await failure(call('POST /users/login', { body: { email: 'a@example.com', password: 'x' } }));
    expect(currentSession()?.token).toBe(old);
    expect(api.requestsTo('POST /users/refresh')).toEqual([]);
  });
});

describe('a token that is about to expire', () => {
  test('is renewed before the call when it has expired', async () => {
    storeSession({ token: tokenFor(-1), user });
    const api = shop();
    await call('GET /users/profile');
    expect(api.requests.map(({ key }) => key)).toEqual(['POST /users/refresh', 'GET /users/profile']);
  });

  test('is renewed beside the call while it is valid', async () => {
    const soon = tokenFor(30);
    storeSession({ token: soon, user });
    const api = shop();
    await call('GET /products/getAll');
    expect(api.requestsTo('GET /products/getAll')[0]?.authorization).toBe(`Bearer ${soon}`);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(currentSession()?.token).toBe(next);
  });

  test('does not block public calls when renewal fails, and is not retried with every call', async () => {
    const expired = tokenFor(-1);
    storeSession({ token: expired, user });
    const api = shop(noConnection);
    await call('GET /products/getAll');
    await call('GET /products/getAll');
    expect(api.requestsTo('POST /users/refresh')).toHaveLength(2); // one renewal with two attempts
    expect(currentSession()?.token).toBe(expired);
  });

  test('is not renewed when it is fresh', async () => {
    const api = shop();
    await call('GET /products/getAll');
    expect(api.requestsTo('POST /users/refresh')).toEqual([]);
  });
});

describe('logging out', () => {
  test('clears the session at once and informs the server', async () => {
    const api = shop();
    logOut();
    expect([localStorage.getItem('token'), localStorage.getItem('user')]).toEqual([null, null]);
    expect(onAuthChange).toHaveBeenCalledTimes(1);
    await pendingLogOut();
    expect(api.requestsTo('POST /users/logout')).toHaveLength(1);
  });

  test('ends the push subscription of the browser, without waiting for it', async () => {
    const unsubscribe = fakePush();
    const api = shop();
    logOut();
    expect(api.requestsTo('POST /users/logout')).toHaveLength(1);
    await pendingLogOut();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(unsubscribe).toHaveBeenCalledTimes(1);
    removePush();
  });

  test('works offline', async () => {
    const api = shop();
    api.responses['POST /users/logout'] = noConnection;
    logOut();
    await pendingLogOut();
    expect(currentSession()).toBeUndefined();
  });

  test.each([
    ['password', () => call('POST /users/login', { body: { email: 'a@example.com', password: 'x' } })],
    ['code', () => call('POST /users/login/second-factor', { body: { loginToken: 't', totp: '123456' } })],
  ])('completes before the next login by %s, whose cookie it would delete', async (_way, logIn) => {
    const api = shop();
    let done = false;
    api.responses['POST /users/logout'] = async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      done = true;
      return { success: true };
    };
    const loggedIn = () => {
      expect(done).toBe(true);
      return { success: true as const, message: 'Login successful!', token: next, user };
    };
    Object.assign(api.responses, { 'POST /users/login': loggedIn, 'POST /users/login/second-factor': loggedIn });
    logOut();
    await logIn();
    expect(done).toBe(true);
  });
});
