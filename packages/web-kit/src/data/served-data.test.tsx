import { act, renderHook } from '@testing-library/react';
import { useQuery } from './query.js';
import { isServedPage, leaveServedPage } from './served-data.js';

beforeAll(() => {
  const results = {
    here: { data: 'from the server' },
    gone: { error: { code: 'PRODUCT_NOT_FOUND', message: 'No such product.', status: 404 } },
    left: { data: 'old' },
  };
  document.body.innerHTML = `<script type="application/json" id="page-data">${JSON.stringify({ parts: [], results })}</script>`;
});

const show = async (key: string, load: () => Promise<string>) =>
  (await act(async () => renderHook(() => useQuery(key, load)))).result;

test('uses the embedded result first and loads the data the next time', async () => {
  const load = jest.fn(async () => 'from the API');
  expect((await show('here', load)).current).toMatchObject({ data: 'from the server', loading: false });
  expect(load).not.toHaveBeenCalled();
  expect((await show('here', load)).current.data).toBe('from the API');
});

test('shows an embedded error, which can be retried', async () => {
  const result = await show('gone', async () => 'back');
  expect(result.current.error).toMatchObject({ code: 'PRODUCT_NOT_FOUND', status: 404 });
  await act(async () => result.current.reload());
  expect(result.current.data).toBe('back');
});

test('loads everything after the first navigation', async () => {
  expect(isServedPage()).toBe(true);
  leaveServedPage();
  expect(isServedPage()).toBe(false);
  expect((await show('left', async () => 'new')).current.data).toBe('new');
});
