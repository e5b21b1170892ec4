import { act, screen, waitFor, within } from '@testing-library/react';
import type { SystemSlice } from '@rangavalli/contracts/entities/system';
import { fakeApi, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, press, visit } from '../testing/admin-area.js';
import { problemsOf, type System } from './problems.js';
import { EVERY_MS } from './SystemPage.js';

const readAt = '2026-01-15T09:30:00.000Z';
const startedAt = '2026-01-14T09:30:00.000Z';
const good = { ok: true, ms: 0.4 };
const bad = { ok: false, ms: 900 };

const aService = (name: string, more: Partial<SystemSlice> = {}): SystemSlice => ({
  name,
  kind: 'service',
  instances: [{ name: `http://10.0.0.1/${name}`, state: 'ready', startedAt, nats: good, database: good }],
  consumers: [],
  outbox: { documents: 0 },
  ...more,
});
const aRemote = (name: string, release: SystemSlice['release']): SystemSlice => ({
  name,
  kind: 'remote',
  instances: [{ name: `http://10.0.0.2/${name}`, state: 'ready', startedAt }],
  release,
});
const aSystem = (...slices: SystemSlice[]): System => ({ success: true, readAt, slices, deadLetters: [] });
const wordsAbout = (...slices: SystemSlice[]) =>
  problemsOf(aSystem(...slices)).map(({ tone, text }) => `${tone}: ${text}`);

describe('what is wrong with the store', () => {
  it('is nothing while everybody is ready, an address kept free included', () => {
    expect(
      wordsAbout(
        aService('cart', {
          instances: [
            { name: 'a', state: 'ready' },
            { name: 'b', state: 'vacant' },
          ],
        }),
        aRemote('mf-catalog', { version: '1.0.0', registered: '1.0.0' }),
      ),
    ).toEqual([]);
  });

  it('is told by slice: all down, one of two, stopping with nobody else', () => {
    const down = { name: 'a', state: 'down' as const, reason: 'nobody listens there' };
    expect(wordsAbout(aService('order', { instances: [down] }))).toEqual(['red: order is down: nobody listens there.']);
    expect(wordsAbout(aService('order', { instances: [down, { name: 'b', state: 'ready' }] }))).toEqual([
      'yellow: 1 of 2 processes of order is down: nobody listens there.',
    ]);
    expect(
      wordsAbout(
        aService('order', {
          instances: [
            { name: 'a', state: 'stopping' },
            { name: 'b', state: 'ready' },
          ],
        }),
      ),
    ).toEqual([]);
    expect(wordsAbout(aService('order', { instances: [{ name: 'a', state: 'stopping' }] }))).toEqual([
      'yellow: order is stopping, and nobody stands in for it.',
    ]);
  });

  it('is told once where it is the same for all: NATS or the database', () => {
    const away = (name: string) =>
      aService(name, {
        instances: [{ name, state: 'unready', reason: 'it does not reach NATS', nats: bad, database: good }],
      });
    expect(wordsAbout(away('cart'), away('order'))).toEqual([
      'red: NATS answers nobody: events wait, and services can’t ask each other.',
    ]);
    expect(wordsAbout(away('cart'), aService('order'))).toEqual(['red: cart is not ready: it does not reach NATS.']);
  });

  it('is what waits too long, fails again and again, or lies with the dead letters', () => {
    const lagging = aService('user', {
      consumers: [
        { event: 'order.placed', waiting: 240, unacknowledged: 16, redelivered: 0 },
        { event: 'user.registered', waiting: 0, unacknowledged: 2, redelivered: 2 },
      ],
      outbox: { documents: 3, oldest: '2026-01-15T09:29:35.000Z' },
    });
    expect(wordsAbout(lagging)).toEqual([
      'yellow: user is behind: 240 events of order.placed wait.',
      'yellow: user fails with user.registered and tries again: 2 events.',
      'yellow: user could not tell its events for 25 s.',
    ]);
    expect(problemsOf({ ...aSystem(), deadLetters: [{ slice: 'order', count: 1 }] })).toEqual([
      { tone: 'yellow', text: 'order could not take 1 event: with the dead letters.', to: '/admin/payments?view=dead' },
    ]);
  });

  it('is what the registry and the hosts of remotes disagree on; canaries and two releases are only told', () => {
    expect(wordsAbout(aRemote('mf-catalog', { version: '1.1.0', registered: '1.0.0' }))).toEqual([
      'yellow: The registry names 1.0.0 of mf-catalog, and its host has 1.1.0 live.',
    ]);
    expect(wordsAbout(aRemote('mf-catalog', { version: '1.1.0' }))).toEqual([
      'red: mf-catalog is not in the registry: its pages don’t open.',
    ]);
    expect(
      wordsAbout(
        aRemote('mf-catalog', { version: '1.0.0', registered: '1.1.0', canary: { version: '1.1.0', share: 10 } }),
      ),
    ).toEqual(['blue: 10 % of visitors get 1.1.0 of mf-catalog.']);
    expect(
      wordsAbout(
        aService('cart', {
          instances: [
            { name: 'a', state: 'ready', version: '1.0.0' },
            { name: 'b', state: 'ready', version: '1.1.0' },
          ],
        }),
      ),
    ).toEqual(['blue: cart runs in 2 releases: 1.0.0, 1.1.0.']);
  });
});

describe('/admin/system', () => {
  asAdmin();
  afterEach(() => jest.useRealTimers());

  const well = aSystem(
    aService('order', {
      instances: [
        { name: 'http://10.0.0.1:3003', state: 'ready', version: '1.4.0', startedAt, nats: good, database: good },
      ],
      consumers: [{ event: 'payment.captured', waiting: 3, unacknowledged: 1, redelivered: 0 }],
    }),
    aRemote('mf-catalog', { version: '0.1.0+abc', registered: '0.1.0+abc' }),
  );

  it('says first that all is well, then each slice with release, process and what waits', async () => {
    fakeApi({ 'GET /system': well });
    visit('/admin/system');
    expect(screen.getByRole('status', { name: 'Loading the system' })).toBeTruthy();
    expect(await screen.findByText('All is well.')).toBeTruthy();
    const order = within(screen.getByRole('region', { name: 'order' }));
    expect(order.getByText('Ready')).toBeTruthy();
    expect(order.getByText('Release 1.4.0')).toBeTruthy();
    expect(order.getByText('10.0.0.1:3003')).toBeTruthy();
    expect(order.getByText(/^up since 14 Jan 2026/)).toBeTruthy();
    expect(order.getByText('NATS 0.4 ms')).toBeTruthy();
    expect(order.getByRole('row', { name: 'payment.captured 3 1 0', hidden: true })).toBeTruthy();
    expect(within(screen.getByRole('region', { name: 'mf-catalog' })).getByText('Release 0.1.0+abc')).toBeTruthy();
  });

  it('names what is wrong in words, and says what nobody can tell', async () => {
    const { deadLetters: _unknown, ...silent } = aSystem(
      aService('order', {
        instances: [{ name: 'http://10.0.0.1:3003', state: 'down', reason: 'no answer in 1.5 s' }],
        consumers: undefined,
        outbox: undefined,
      }),
    );
    fakeApi({ 'GET /system': silent });
    visit('/admin/system');
    expect(await screen.findByText('One thing does not work.')).toBeTruthy();
    expect(screen.getByText('order is down: no answer in 1.5 s.')).toBeTruthy();
    const order = within(screen.getByRole('region', { name: 'order' }));
    expect(order.getByText('No answer in 1.5 s.')).toBeTruthy();
    expect(order.getAllByText('unknown')).toHaveLength(3);
  });

  it('offers a retry when it can’t be read at all', async () => {
    const api = fakeApi({ 'GET /system': errorResponse(503, 'UNAVAILABLE', 'Resting.') });
    visit('/admin/system');
    expect(await screen.findByText('The system could not be read.')).toBeTruthy();
    api.responses['GET /system'] = well;
    press('Try again');
    expect(await screen.findByText('All is well.')).toBeTruthy();
  });

  it('reads itself again, keeps what it has when that fails, and says so until it works', async () => {
    jest.useFakeTimers();
    const api = fakeApi({ 'GET /system': well });
    visit('/admin/system');
    expect(await screen.findByText('All is well.')).toBeTruthy();
    api.responses['GET /system'] = errorResponse(503, 'UNAVAILABLE', 'Resting.');
    await act(() => jest.advanceTimersByTimeAsync(EVERY_MS));
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^It could not be read since .+ What is below is from then\. Resting\.$/,
    );
    expect(screen.getByText('All is well.')).toBeTruthy();
    api.responses['GET /system'] = well;
    await act(() => jest.advanceTimersByTimeAsync(EVERY_MS));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(api.requestsTo('GET /system').length).toBe(3);
  });

  it('rests while nobody sees it', async () => {
    jest.useFakeTimers();
    const api = fakeApi({ 'GET /system': well });
    visit('/admin/system');
    await screen.findByText('All is well.');
    const seen = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await act(() => jest.advanceTimersByTimeAsync(10 * EVERY_MS));
    expect(api.requestsTo('GET /system').length).toBe(1);
    seen.mockRestore();
    document.dispatchEvent(new Event('visibilitychange'));
    await act(() => jest.advanceTimersByTimeAsync(10));
    expect(api.requestsTo('GET /system').length).toBe(2);
  });
});
