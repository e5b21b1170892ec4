import { call } from './api.js';
import type { ApiError } from './api-error.js';
import { loggedOut, logOut } from './log-out.js';
import { currentSession, storeSession } from './session.js';
import { fakeApi, FakeFailure, noConnection, refused } from './testing/fake-api.js';

const user = {
  _id: '65a1b2c3d4e5f60718293a4b',
  name: 'Asha Rao',
  email: 'asha@example.com',
  role: 'user' as const,
  createdAt: '2026-01-15T09:30:00.000Z',
  orders: [],
};
const part = (value: object) =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
let made = 0;
/** A token that ends in so many seconds. */
const tokenFor = (seconds: number) =>
  `${part({ alg: 'RS256' })}.${part({ sub: user._id, exp: Math.floor(Date.now() / 1000) + seconds, jti: ++made })}.signature`;
const unauthenticated = refused(401, 'UNAUTHENTICATED', 'You must be logged in.');
const endedSession = refused(401, 'SESSION_ENDED', 'Your session has ended. Please log in again.');
const failure = async (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error('should have failed')),
    (error: ApiError) => error,
  );
const heard = jest.fn();

let old: string;
let next: string;
beforeAll(() => window.addEventListener('authChange', heard));
beforeEach(() => {
  Reflect.deleteProperty((globalThis as never)[Symbol.for('rangavalli.session')], 'restUntil');
  localStorage.clear();
  old = tokenFor(900);
  next = tokenFor(900);
  storeSession({ token: old, user });
  heard.mockClear();
});

/** A shop that knows the next token and no other. */
const shop = (
  refresh: Parameters<typeof fakeApi>[0]['POST /users/refresh'] = () => ({ success: true, token: next, user }),
) =>
  fakeApi({
    'GET /users/profile': ({ authorization }) =>
      authorization === `Bearer ${next}` ? { success: true, user } : unauthenticated,
    'GET /products/getAll': { success: true, products: [], total: 0 } as never,
    'POST /users/refresh': refresh,
  });

describe('a refused token', () => {
  test('is renewed once for all calls of the page, which are repeated', async () => {
    const api = shop();
    await Promise.all(Array.from({ length: 6 }, () => call('GET /users/profile')));
    expect(api.asked('POST /users/refresh')).toHaveLength(1);
    expect(api.asked('POST /users/refresh')[0]?.authorization).toBeUndefined();
    expect(api.asked('GET /users/profile')).toHaveLength(12);
    expect(currentSession()).toMatchObject({ token: next, owner: user._id, user });
  });

  test('that another tab has renewed is not renewed again', async () => {
    const api = shop();
    api.answers['GET /users/profile'] = ({ authorization }) => {
      if (authorization === `Bearer ${next}`) return { success: true, user };
      localStorage.setItem('token', next);
      return unauthenticated;
    };
    await call('GET /users/profile');
    expect(api.asked('POST /users/refresh')).toEqual([]);
  });

  test('of a session that has ended signs out, and every slice hears of it', async () => {
    shop(endedSession);
    expect(await failure(call('GET /users/profile'))).toMatchObject({
      code: 'UNAUTHENTICATED',
      message: 'You must be logged in.',
    });
    expect(currentSession()).toBeUndefined();
    expect(localStorage.getItem('user')).toBeNull();
    expect(heard).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['no connection', noConnection],
    [
      'a resting shop',
      new FakeFailure(503, { success: false, code: 'UNAVAILABLE', message: 'resting', requestId: 'r' }),
    ],
    ['a page that is not ours', new FakeFailure(502, '<html>')],
    ['too many questions', refused(429, 'RATE_LIMITED', 'Too many requests.')],
  ])('and %s log nobody out', async (_what, answer) => {
    const api = shop(answer);
    expect((await failure(call('GET /users/profile'))).code).toBe('UNAVAILABLE');
    expect(currentSession()?.token).toBe(old);
    expect(heard).not.toHaveBeenCalled();
    expect(api.asked('POST /users/refresh')).toHaveLength(2);
  });

  test('whose answer was lost is asked for again at once', async () => {
    let asked = 0;
    shop(() => (++asked === 1 ? noConnection : { success: true, token: next, user }));
    await call('GET /users/profile');
    expect(currentSession()?.token).toBe(next);
  });

  test('is repeated once: a new one that is refused too ends the session', async () => {
    const api = shop();
    api.answers['GET /users/profile'] = unauthenticated;
    expect((await failure(call('GET /users/profile'))).code).toBe('UNAUTHENTICATED');
    expect(api.asked('GET /users/profile')).toHaveLength(2);
    expect(currentSession()).toBeUndefined();
  });

  test('does not bring back who logged out meanwhile', async () => {
    shop(() => {
      logOut();
      return { success: true, token: next, user };
    });
    await failure(call('GET /users/profile'));
    expect(currentSession()).toBeUndefined();
  });

  test('does not end the session of who logged in meanwhile', async () => {
    shop(() => {
      storeSession({ token: next, user });
      return endedSession;
    });
    await call('GET /users/profile');
    expect(currentSession()?.token).toBe(next);
  });

  test('is another matter than a wrong password', async () => {
    const api = shop();
    api.answers['POST /users/login'] = refused(401, 'INVALID_CREDENTIALS', 'E-mail or password is not right.');
    await failure(call('POST /users/login', { body: { email: 'a@example.com', password: 'x' } }));
    expect(currentSession()?.token).toBe(old);
    expect(api.asked('POST /users/refresh')).toEqual([]);
  });
});

describe('a token that is about to end', () => {
  test('is renewed before the call when it is over', async () => {
    storeSession({ token: tokenFor(-1), user });
    const api = shop();
    await call('GET /users/profile');
    expect(api.requests.map(({ key }) => key)).toEqual(['POST /users/refresh', 'GET /users/profile']);
  });

  test('is renewed beside the call while it is still good', async () => {
    const soon = tokenFor(30);
    storeSession({ token: soon, user });
    const api = shop();
    await call('GET /products/getAll');
    expect(api.asked('GET /products/getAll')[0]?.authorization).toBe(`Bearer ${soon}`);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(currentSession()?.token).toBe(next);
  });

  test('keeps no public page away when nobody can renew it, and is not tried at every call', async () => {
    const over = tokenFor(-1);
    storeSession({ token: over, user });
    const api = shop(noConnection);
    await call('GET /products/getAll');
    await call('GET /products/getAll');
    expect(api.asked('POST /users/refresh')).toHaveLength(2); // one renewal, which asks twice
    expect(currentSession()?.token).toBe(over);
  });

  test('is left alone when it is fresh', async () => {
    const api = shop();
    await call('GET /products/getAll');
    expect(api.asked('POST /users/refresh')).toEqual([]);
  });
});

describe('logging out', () => {
  test('is at once here, and told to the server', async () => {
    const api = shop();
    logOut();
    expect([localStorage.getItem('token'), localStorage.getItem('user')]).toEqual([null, null]);
    expect(heard).toHaveBeenCalledTimes(1);
    await loggedOut();
    expect(api.asked('POST /users/logout')).toHaveLength(1);
  });

  test('works without a connection', async () => {
    const api = shop();
    api.answers['POST /users/logout'] = noConnection;
    logOut();
    await loggedOut();
    expect(currentSession()).toBeUndefined();
  });

  test('is over before the next login goes out, whose cookie it would take', async () => {
    const api = shop();
    let done = false;
    api.answers['POST /users/logout'] = async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      done = true;
      return { success: true };
    };
    api.answers['POST /users/login'] = () => {
      expect(done).toBe(true);
      return { success: true, message: 'Login successful!', token: next, user };
    };
    logOut();
    await call('POST /users/login', { body: { email: 'a@example.com', password: 'x' } });
    expect(done).toBe(true);
  });
});
