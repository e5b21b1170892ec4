// Who is whose neighbour, and who is needed for what.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBreakingChanges } from './breaking-changes.js';
import { contractOf, slices } from './contract-of.js';
import { FolderStore } from '../store/folder-store.js';
import type { Exchange, SliceContract } from './slice-contract.js';

const KEY = 'GET /orders/detail/{orderId}';

/** The same release, in which one call is another. */
const withCall = (
  contract: SliceContract,
  part: 'offers' | 'needs',
  change: (call: Exchange) => Exchange,
): SliceContract => ({
  ...contract,
  version: '2.0.0',
  [part]: {
    ...contract[part],
    calls: { ...contract[part].calls, [KEY]: change(contract[part].calls[KEY] as Exchange) },
  },
});
/** … whose response has one more field. */
const withField = (call: Exchange): Exchange => ({
  ...call,
  response: {
    ...call.response,
    properties: { ...call.response.properties, gift: { type: 'string' } },
    required: [...(call.response.required ?? []), 'gift'],
  },
});

describe('breaks', () => {
  it('finds none among the slices of one checkout, whichever is next', async () => {
    const all = await Promise.all(slices.map((slice) => contractOf(slice, '1.0.0')));
    for (const next of all) expect(findBreakingChanges(next, all)).toEqual([]);
  });

  it('requires a new field in a response of the service, not of the gateway', async () => {
    const [order, gateway, checkout] = (await Promise.all(
      ['order', 'gateway', 'mf-checkout'].map((slice) => contractOf(slice, '1.0.0')),
    )) as [SliceContract, SliceContract, SliceContract];
    const next = withCall(checkout, 'needs', withField);
    expect(findBreakingChanges(next, [gateway, order])).toEqual([
      {
        neighbour: 'order 1.0.0',
        about: `call ${KEY}, response gift`,
        reason: 'is required, and order 1.0.0 does not send it',
      },
    ]);
    expect(findBreakingChanges(next, [gateway, withCall(order, 'offers', withField)])).toEqual([]);
  });

  it('refuses a page that another remote or the shell has', async () => {
    const [shell, gifts, checkout] = await Promise.all([
      contractOf('shell', '1.0.0'),
      contractOf(
        'mf-catalog',
        '1.0.0',
        ['/gifts/:id', '/about', '/user'].map((path) => ({ path })),
      ),
      contractOf(
        'mf-checkout',
        '1.0.0',
        ['/gifts/:kind', '/user/*', '/gifts/new'].map((path) => ({ path })),
      ),
    ]);
    expect(shell.pages).toEqual(expect.arrayContaining(['/', '/about', '/trending', '/design']));
    const page = (neighbour: string, path: string) => ({
      neighbour,
      about: `page ${path}`,
      reason: `is a page of ${neighbour} already`,
    });
    expect(findBreakingChanges(gifts, [shell, checkout])).toEqual([
      page('shell 1.0.0', '/about'),
      page('mf-checkout 1.0.0', '/gifts/:id'),
      page('mf-checkout 1.0.0', '/user'),
    ]);
    expect(findBreakingChanges(shell, [gifts])).toEqual([page('mf-catalog 1.0.0', '/about')]);
  });

  it('lets the consumer of a new event go first, and its publisher roll back first', async () => {
    const [order, notification] = (await Promise.all(
      ['order', 'notification'].map((slice) => contractOf(slice, '1.0.0')),
    )) as [SliceContract, SliceContract];
    const { 'order.invoiced': _new, ...events } = order.offers.events;
    const without = { ...order, version: '2.0.0', offers: { ...order.offers, events } };
    expect(findBreakingChanges(notification, [without])).toEqual([]);
    expect(findBreakingChanges(without, [notification], { isRollback: true })).toEqual([]);
    // A release that stops publishing what a neighbour needs.
    expect(findBreakingChanges(without, [notification])).toEqual([
      {
        neighbour: 'notification 1.0.0',
        about: 'event order.invoiced',
        reason: 'is no longer offered, and notification 1.0.0 needs it',
      },
    ]);
  });

  it('requires what the gateway requests, and what gateway and services subscribe to', async () => {
    const [user, gateway] = (await Promise.all(['user', 'gateway'].map((slice) => contractOf(slice, '1.0.0')))) as [
      SliceContract,
      SliceContract,
    ];
    const { 'rpc.user.session.check': _command, ...commands } = user.offers.commands;
    const { 'user.revoked': _event, ...events } = user.offers.events;
    const without = { ...user, version: '2.0.0', offers: { ...user.offers, commands, events } };
    const gone = (about: string) => ({
      neighbour: 'gateway 1.0.0',
      about,
      reason: 'is no longer offered, and gateway 1.0.0 needs it',
    });
    expect(findBreakingChanges(without, [gateway])).toEqual([
      gone('command rpc.user.session.check'),
      gone('event user.revoked'),
    ]);
    const fulfilment = await contractOf('fulfilment', '1.0.0');
    expect(fulfilment.needs.events).toHaveProperty(['fulfilment.delivery.changed']);
  });

  it('finds the publisher of an audit event', async () => {
    const [catalog, notification] = (await Promise.all(
      ['catalog', 'notification'].map((slice) => contractOf(slice, '1.0.0')),
    )) as [SliceContract, SliceContract];
    const { 'audit.catalog.recorded': _gone, ...events } = catalog.offers.events;
    const without = { ...catalog, version: '2.0.0', offers: { ...catalog.offers, events } };
    expect(findBreakingChanges(without, [notification])).toEqual([
      {
        neighbour: 'notification 1.0.0',
        about: 'event audit.catalog.recorded',
        reason: 'is no longer offered, and notification 1.0.0 needs it',
      },
    ]);
  });

  it('refuses the loss of a page that links in emails open, unless another frontend has it', async () => {
    const pages = ['/reset-password', '/confirm-email', '/undo-email-change', '/accept-invitation', '/login'];
    const accountWith = (...paths: string[]) =>
      contractOf(
        'mf-account',
        '2.0.0',
        paths.map((path) => ({ path })),
      );
    const [user, account, without, catalog] = await Promise.all([
      contractOf('user', '1.0.0'),
      accountWith(...pages),
      accountWith(...pages.slice(1)),
      contractOf('mf-catalog', '1.0.0', [{ path: '/:name' }]),
    ]);
    const lost = (neighbour: string) => ({
      neighbour,
      about: 'page /reset-password',
      reason: 'is opened by links in emails, and no frontend has it',
    });
    expect(findBreakingChanges(account, [user])).toEqual([]);
    expect(findBreakingChanges(without, [user])).toEqual([lost('user 1.0.0')]);
    expect(findBreakingChanges(user, [without])).toEqual([lost('mf-account 2.0.0')]);
    for (const [next, neighbour] of [
      [without, user],
      [user, without],
    ] as const)
      expect(findBreakingChanges(next, [neighbour, catalog])).toEqual([]);
    // The remote was never released, or its contract has no pages.
    expect(findBreakingChanges(user, [catalog])).toEqual([]);
    expect(findBreakingChanges(user, [await contractOf('mf-account', '1.0.0')])).toEqual([]);
    const { neededPages: _none, ...withoutNeeds } = user;
    expect(findBreakingChanges(without, [withoutNeeds])).toEqual([]);
  });

  it('refuses a call that is offered to fewer people', async () => {
    const [order, checkout] = (await Promise.all(
      ['order', 'mf-checkout'].map((slice) => contractOf(slice, '1.0.0')),
    )) as [SliceContract, SliceContract];
    expect(
      findBreakingChanges(
        withCall(order, 'offers', (call) => ({ ...call, access: 'orders.write' })),
        [checkout],
      ),
    ).toEqual([
      {
        neighbour: 'mf-checkout 1.0.0',
        about: `call ${KEY}, access`,
        reason: 'order 2.0.0 allows only orders.write, and mf-checkout 1.0.0 calls it as customer',
      },
    ]);
    expect(
      findBreakingChanges(
        withCall(order, 'offers', (call) => ({ ...call, access: 'public' })),
        [checkout],
      ),
    ).toEqual([]);
  });

  it('refuses a call that needs a step-up that its callers do not know', async () => {
    const [order, checkout] = (await Promise.all(
      ['order', 'mf-checkout'].map((slice) => contractOf(slice, '1.0.0')),
    )) as [SliceContract, SliceContract];
    const next = withCall(order, 'offers', (call) => ({ ...call, stepUp: true }));
    expect(findBreakingChanges(next, [checkout])).toEqual([
      {
        neighbour: 'mf-checkout 1.0.0',
        about: `call ${KEY}, step-up`,
        reason: 'order 2.0.0 needs one, and mf-checkout 1.0.0 does not offer it',
      },
    ]);
    expect(findBreakingChanges(next, [withCall(checkout, 'needs', (call) => ({ ...call, stepUp: true }))])).toEqual([]);
  });

  it('leaves out the own other releases, and what was never released', async () => {
    const [shell, remote] = (await Promise.all(['shell', 'mf-catalog'].map((slice) => contractOf(slice, '1.0.0')))) as [
      SliceContract,
      SliceContract,
    ];
    expect(findBreakingChanges(remote, [])).toEqual([]);
    expect(findBreakingChanges({ ...shell, offers: { ...shell.offers, packages: {} } }, [shell])).toEqual([]);
    expect(
      findBreakingChanges({ ...shell, offers: { ...shell.offers, packages: {} } }, [remote]).map(
        ({ about, reason }) => `${about}: ${reason}`,
      ),
    ).toContain('package react: is no longer offered, and mf-catalog 1.0.0 needs it');
  });
});

describe('live contracts', () => {
  let store: string;
  beforeEach(() => (store = mkdtempSync(path.join(tmpdir(), 'releases-'))));
  afterEach(() => rmSync(store, { recursive: true, force: true }));

  it('are those of live releases and canaries', async () => {
    const versions = ['1.0.0', '1.1.0', '1.2.0'];
    for (const version of versions) {
      mkdirSync(path.join(store, 'order', version), { recursive: true });
      writeFileSync(
        path.join(store, 'order', version, 'contract.json'),
        JSON.stringify(await contractOf('order', version)),
      );
    }
    writeFileSync(
      path.join(store, 'order/live.json'),
      JSON.stringify({ live: '1.1.0', canary: { version: '1.2.0', share: 0.1 }, history: [] }),
    );
    mkdirSync(path.join(store, 'cart/1.0.0'), { recursive: true });
    expect((await new FolderStore(store).liveContracts()).map(({ slice, version }) => `${slice} ${version}`)).toEqual([
      'order 1.1.0',
      'order 1.2.0',
    ]);
    expect(await new FolderStore(path.join(store, 'nowhere')).liveContracts()).toEqual([]);
  });

  it('must be there for each live release', async () => {
    mkdirSync(path.join(store, 'order/1.0.0'), { recursive: true });
    writeFileSync(path.join(store, 'order/live.json'), JSON.stringify({ live: '1.0.0', history: [] }));
    await expect(new FolderStore(store).liveContracts()).rejects.toThrow('order 1.0.0 has no contract');
  });
});
