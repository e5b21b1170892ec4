import { act, screen, waitFor, within } from '@testing-library/react';
import type { SystemSlice } from '@rangavalli/contracts/entities/system';
import { fakeApi, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, press, visit } from '../testing/admin-area.js';
import { problemsOf, type System } from './problems.js';
import { REFRESH_INTERVAL_MS } from './SystemPage.js';

const readAt = '2026-01-15T09:30:00.000Z';
const startedAt = '2026-01-14T09:30:00.000Z';
const good = { ok: true, ms: 0.4 };
const bad = { ok: false, ms: 900 };

const buildService = (name: string, more: Partial<SystemSlice> = {}): SystemSlice => ({
  name,
  kind: 'service',
  instances: [{ name: `http://10.0.0.1/${name}`, state: 'ready', startedAt, nats: good, database: good }],
  consumers: [],
  outbox: { documents: 0 },
  ...more,
});
const buildRemote = (name: string, release: SystemSlice['release']): SystemSlice => ({
  name,
  kind: 'remote',
  instances: [{ name: `http://10.0.0.2/${name}`, state: 'ready', startedAt }],
  release,
});
const buildSystem = (...slices: SystemSlice[]): System => ({ success: true, readAt, slices, deadLetters: [] });
const describeProblems = (...slices: SystemSlice[]) =>
  problemsOf(buildSystem(...slices)).map(({ tone, text }) => `${tone}: ${text}`);

describe('the problems of the store', () => {
  it('are empty while all processes are ready, also with a reserved address', () => {
    expect(
      describeProblems(
        buildService('cart', {
          instances: [
            { name: 'a', state: 'ready' },
            { name: 'b', state: 'vacant' },
          ],
        }),
        buildRemote('mf-catalog', { version: '1.0.0', registered: '1.0.0' }),
      ),
    ).toEqual([]);
  });

  it('are listed per slice: all down, one of two, stopping without a replacement', () => {
    const down = { name: 'a', state: 'down' as const, reason: 'connection refused' };
    expect(describeProblems(buildService('order', { instances: [down] }))).toEqual([
      'red: order is down: connection refused.',
    ]);
    expect(describeProblems(buildService('order', { instances: [down, { name: 'b', state: 'ready' }] }))).toEqual([
      'yellow: 1 of 2 processes of order is down: connection refused.',
    ]);
    expect(
      describeProblems(
        buildService('order', {
          instances: [
            { name: 'a', state: 'stopping' },
            { name: 'b', state: 'ready' },
          ],
        }),
      ),
    ).toEqual([]);
    expect(describeProblems(buildService('order', { instances: [{ name: 'a', state: 'stopping' }] }))).toEqual([
      'yellow: order is stopping and no other process replaces it.',
    ]);
  });

  it('list an outage of NATS or the database once', () => {
    const away = (name: string) =>
      buildService(name, {
        instances: [{ name, state: 'unready', reason: 'cannot reach NATS', nats: bad, database: good }],
      });
    expect(describeProblems(away('cart'), away('order'))).toEqual([
      'red: NATS is unreachable: events are queued and services cannot call each other.',
    ]);
    expect(describeProblems(away('cart'), buildService('order'))).toEqual([
      'red: cart is not ready: cannot reach NATS.',
    ]);
  });

  it('list consumer lag, repeated failures, unpublished events and dead letters', () => {
    const lagging = buildService('user', {
      consumers: [
        { event: 'order.placed', waiting: 240, unacknowledged: 16, redelivered: 0 },
        { event: 'user.registered', waiting: 0, unacknowledged: 2, redelivered: 2 },
      ],
      outbox: { documents: 3, oldest: '2026-01-15T09:29:35.000Z' },
    });
    expect(describeProblems(lagging)).toEqual([
      'yellow: user is behind by 240 events of order.placed.',
      'yellow: user fails to process user.registered and retries: 2 events.',
      'yellow: user has unpublished events for 25 s.',
    ]);
    expect(problemsOf({ ...buildSystem(), deadLetters: [{ slice: 'order', count: 1 }] })).toEqual([
      { tone: 'yellow', text: 'order failed to process 1 event. See dead letters.', to: '/admin/payments?view=dead' },
    ]);
  });

  it('list differences between the registry and the hosts; canaries and two releases are information', () => {
    expect(describeProblems(buildRemote('mf-catalog', { version: '1.1.0', registered: '1.0.0' }))).toEqual([
      'yellow: The registry has 1.0.0 of mf-catalog, but its host serves 1.1.0.',
    ]);
    expect(describeProblems(buildRemote('mf-catalog', { version: '1.1.0' }))).toEqual([
      'red: mf-catalog is not in the registry: its pages do not load.',
    ]);
    expect(
      describeProblems(
        buildRemote('mf-catalog', { version: '1.0.0', registered: '1.1.0', canary: { version: '1.1.0', share: 10 } }),
      ),
    ).toEqual(['blue: 10% of visitors get 1.1.0 of mf-catalog.']);
    expect(
      describeProblems(
        buildService('cart', {
          instances: [
            { name: 'a', state: 'ready', version: '1.0.0' },
            { name: 'b', state: 'ready', version: '1.1.0' },
          ],
        }),
      ),
    ).toEqual(['blue: cart runs 2 releases: 1.0.0, 1.1.0.']);
  });
});

describe('/admin/system', () => {
  asAdmin();
  afterEach(() => jest.useRealTimers());

  const healthy = buildSystem(
    buildService('order', {
      instances: [
        { name: 'http://10.0.0.1:3003', state: 'ready', version: '1.4.0', startedAt, nats: good, database: good },
      ],
      consumers: [{ event: 'payment.captured', waiting: 3, unacknowledged: 1, redelivered: 0 }],
    }),
    buildRemote('mf-catalog', { version: '0.1.0+abc', registered: '0.1.0+abc' }),
  );

  it('shows the status, then each slice with its release, processes and backlog', async () => {
    fakeApi({ 'GET /system': healthy });
    visit('/admin/system');
    expect(screen.getByRole('status', { name: 'Loading the system' })).toBeTruthy();
    expect(await screen.findByText('All systems operational')).toBeTruthy();
    const order = within(screen.getByRole('region', { name: 'order' }));
    expect(order.getByText('Ready')).toBeTruthy();
    expect(order.getByText('Release 1.4.0')).toBeTruthy();
    expect(order.getByText('10.0.0.1:3003')).toBeTruthy();
    expect(order.getByText(/^up since 14 Jan 2026/)).toBeTruthy();
    expect(order.getByText('NATS 0.4 ms')).toBeTruthy();
    expect(order.getByRole('row', { name: 'payment.captured 3 1 0', hidden: true })).toBeTruthy();
    expect(within(screen.getByRole('region', { name: 'mf-catalog' })).getByText('Release 0.1.0+abc')).toBeTruthy();
  });

  it('shows problems in words, and values that are unknown', async () => {
    const { deadLetters: _unknown, ...partial } = buildSystem(
      buildService('order', {
        instances: [{ name: 'http://10.0.0.1:3003', state: 'down', reason: 'no response in 1.5 s' }],
        consumers: undefined,
        outbox: undefined,
      }),
    );
    fakeApi({ 'GET /system': partial });
    visit('/admin/system');
    expect(await screen.findByText('1 critical issue')).toBeTruthy();
    expect(screen.getByText('order is down: no response in 1.5 s.')).toBeTruthy();
    const order = within(screen.getByRole('region', { name: 'order' }));
    expect(order.getByText('No response in 1.5 s.')).toBeTruthy();
    expect(order.getAllByText('unknown')).toHaveLength(3);
  });

  it('offers a retry when the first load fails', async () => {
    const api = fakeApi({ 'GET /system': errorResponse(503, 'UNAVAILABLE', 'Temporarily unavailable.') });
    visit('/admin/system');
    expect(await screen.findByText('The system status could not be loaded.')).toBeTruthy();
    api.responses['GET /system'] = healthy;
    press('Try again');
    expect(await screen.findByText('All systems operational')).toBeTruthy();
  });

  it('refreshes itself, and keeps the data and shows the error while that fails', async () => {
    jest.useFakeTimers();
    const api = fakeApi({ 'GET /system': healthy });
    visit('/admin/system');
    expect(await screen.findByText('All systems operational')).toBeTruthy();
    api.responses['GET /system'] = errorResponse(503, 'UNAVAILABLE', 'Temporarily unavailable.');
    await act(() => jest.advanceTimersByTimeAsync(REFRESH_INTERVAL_MS));
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^The status could not be refreshed since .+ The information below may be outdated\. Temporarily unavailable\.$/,
    );
    expect(screen.getByText('All systems operational')).toBeTruthy();
    api.responses['GET /system'] = healthy;
    await act(() => jest.advanceTimersByTimeAsync(REFRESH_INTERVAL_MS));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(api.requestsTo('GET /system').length).toBe(3);
  });

  it('does not refresh while the page is hidden', async () => {
    jest.useFakeTimers();
    const api = fakeApi({ 'GET /system': healthy });
    visit('/admin/system');
    await screen.findByText('All systems operational');
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await act(() => jest.advanceTimersByTimeAsync(10 * REFRESH_INTERVAL_MS));
    expect(api.requestsTo('GET /system').length).toBe(1);
    visibility.mockRestore();
    document.dispatchEvent(new Event('visibilitychange'));
    await act(() => jest.advanceTimersByTimeAsync(10));
    expect(api.requestsTo('GET /system').length).toBe(2);
  });
});
