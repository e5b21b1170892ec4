import { storageKeys } from '@rangavalli/contracts/browser';
import { clearSession, currentSession } from '@rangavalli/web-kit/session/session';
import { buildCart, buildProduct, signIn } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, noConnection, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import { guestCart, storeGuestCart } from './guest-cart.js';
import { removeGuestLine, addGuestLine, newMergeId, setGuestQuantity } from './guest-lines.js';
import { awaitGuestCartMerge } from './await-merge.js';

const silk = buildProduct({ name: 'Silk', price: 1000, stock: 5 });
const merged = { success: true as const, cart: buildCart({ product: silk, size: '', quantity: 1 }), notes: [] };
const idOf = ({ body }: { body: unknown }) => (body as { mergeId: string }).mergeId;

beforeEach(() => {
  localStorage.clear();
  clearSession();
});

describe('what a guest keeps', () => {
  it('is one line a product and size, up to what is there', () => {
    expect(addGuestLine(silk, '', 2, 'add')).toBe('added');
    expect(addGuestLine(silk, '', 2, 'atLeast')).toBe('added');
    expect(addGuestLine(silk, '', 2, 'add')).toBe('added');
    expect(addGuestLine(silk, '', 2, 'add')).toBe('short');
    expect(guestCart().lines).toEqual([{ productId: silk._id, size: '', quantity: 5, name: 'Silk', price: 1000 }]);
  });

  it('counts sizes that share one stock against each other', () => {
    const kurta = buildProduct({ stock: 3, sizes: ['S', 'M'] });
    expect(addGuestLine(kurta, 'S', 2, 'add')).toBe('added');
    expect(addGuestLine(kurta, 'M', 2, 'add')).toBe('short');
    expect(guestCart().lines.map(({ quantity }) => quantity)).toEqual([2, 1]);
  });

  it('is no more than a hundred lines', () => {
    for (let index = 0; index < 100; index += 1) expect(addGuestLine(buildProduct(), '', 1, 'add')).toBe('added');
    expect(addGuestLine(buildProduct(), '', 1, 'add')).toBe('full');
    expect(guestCart().lines).toHaveLength(100);
  });

  it('leaves nothing in the browser once the last line is out', () => {
    addGuestLine(silk, '', 1, 'add');
    setGuestQuantity({ productId: silk._id, size: '' }, 3, 900);
    expect(guestCart().lines).toMatchObject([{ quantity: 3, price: 900 }]);
    removeGuestLine({ productId: silk._id, size: '' });
    expect(localStorage.getItem(storageKeys.guestCart)).toBeNull();
  });

  it('has ids that the server takes for UUIDs', () => {
    const ids = Array.from({ length: 50 }, newMergeId);
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(new Set(ids).size).toBe(50);
  });

  const good = { productId: silk._id, size: '', quantity: 1, name: 'Silk', price: 1000 };
  it.each([
    ['no JSON', '{', []],
    ['something else', '[1,2]', []],
    ['no id', JSON.stringify({ lines: [good] }), []],
    [
      'lines of the wrong kind',
      JSON.stringify({
        id: newMergeId(),
        lines: [
          null,
          7,
          { ...good, quantity: 0 },
          { ...good, quantity: 1.5 },
          { ...good, productId: '../x' },
          { ...good, size: 7 },
          good,
        ],
      }),
      [good],
    ],
    [
      'too many lines',
      JSON.stringify({ id: newMergeId(), lines: Array.from({ length: 150 }, () => good) }),
      Array.from({ length: 100 }, () => good),
    ],
  ])('is read with care: %s', (_what, text, lines) => {
    localStorage.setItem(storageKeys.guestCart, text);
    expect(guestCart().lines).toEqual(lines);
  });
});

describe('merging', () => {
  let warned: jest.SpyInstance;
  beforeEach(() => {
    warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
  afterEach(() => warned.mockRestore());

  it('sends nothing for guests or for an empty cart', async () => {
    const api = fakeApi({ 'POST /cart/merge': merged });
    addGuestLine(silk, '', 1, 'add');
    await awaitGuestCartMerge();
    localStorage.clear();
    signIn();
    await awaitGuestCartMerge();
    expect(api.requests).toEqual([]);
  });

  it('runs once for all waiting callers, and clears the browser after the response', async () => {
    const api = fakeApi({
      'POST /cart/merge': () => {
        expect(guestCart()).toMatchObject({ lines: [], batches: [{ lines: [{ quantity: 2 }] }] });
        return merged;
      },
    });
    addGuestLine(silk, '', 2, 'add');
    signIn();
    await Promise.all([awaitGuestCartMerge(), awaitGuestCartMerge(), awaitGuestCartMerge()]);
    expect(api.requests.map(({ body }) => body)).toEqual([
      { mergeId: expect.any(String) as string, lines: [{ productId: silk._id, size: '', quantity: 2 }] },
    ]);
    expect(localStorage.getItem(storageKeys.guestCart)).toBeNull();
  });

  it('repeats the same merge after a lost response; lines added later are another merge', async () => {
    const api = fakeApi({ 'POST /cart/merge': noConnection });
    addGuestLine(silk, '', 2, 'add');
    signIn();
    const session = currentSession();
    await awaitGuestCartMerge();
    clearSession();
    addGuestLine(silk, '', 1, 'add');
    localStorage.setItem(storageKeys.token, session?.token ?? '');
    localStorage.setItem(storageKeys.user, JSON.stringify(session?.user));
    api.responses['POST /cart/merge'] = merged;
    await awaitGuestCartMerge();
    const [lost, again, later] = api.requests;
    expect([lost, again].map((request) => request?.body)).toEqual([lost?.body, lost?.body]);
    expect(later?.body).toMatchObject({ lines: [{ quantity: 1 }] });
    expect(later && idOf(later)).not.toBe(lost && idOf(lost));
    expect(api.requests).toHaveLength(3);
    expect(localStorage.getItem(storageKeys.guestCart)).toBeNull();
  });

  it('sends two tabs that log in at once under the same id', async () => {
    addGuestLine(silk, '', 2, 'add');
    const asIs = guestCart();
    const api = fakeApi({
      'POST /cart/merge': () => {
        // The other tab has read the lines before this one set them aside.
        if (api.requests.length === 1) storeGuestCart(asIs);
        return merged;
      },
    });
    signIn();
    await awaitGuestCartMerge();
    await awaitGuestCartMerge();
    expect(api.requests).toHaveLength(2);
    expect(new Set(api.requests.map(idOf)).size).toBe(1);
  });

  it("does not merge one customer's items into another's cart", async () => {
    const api = fakeApi({ 'POST /cart/merge': errorResponse(503, 'UNAVAILABLE', 'unavailable') });
    addGuestLine(silk, '', 2, 'add');
    signIn();
    await awaitGuestCartMerge();
    signIn();
    await awaitGuestCartMerge();
    expect(api.requests).toHaveLength(1);
    expect(guestCart().batches).toHaveLength(1);
  });

  it('gives up what the server will never take', async () => {
    const api = fakeApi({ 'POST /cart/merge': errorResponse(400, 'VALIDATION_FAILED', 'no') });
    addGuestLine(silk, '', 2, 'add');
    signIn();
    await awaitGuestCartMerge();
    await awaitGuestCartMerge();
    expect(api.requests).toHaveLength(1);
    expect(localStorage.getItem(storageKeys.guestCart)).toBeNull();
  });
});
