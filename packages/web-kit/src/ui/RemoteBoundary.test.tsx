import { act, fireEvent, render, screen } from '@testing-library/react';
import { loadExposed, provideRemotes, type RemoteLoader } from '../federation/remotes.js';
import { RemoteBoundary } from './RemoteBoundary.js';

const loader = jest.fn<ReturnType<RemoteLoader>, Parameters<RemoteLoader>>();
const works = { default: () => <p>the remote</p> };
const breaks = {
  default: () => {
    throw new Error('broken inside');
  },
};

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  loader.mockReset();
  provideRemotes(loader);
});

const page = (exposed: string, path = '/cart') => (
  <RemoteBoundary
    remote="mf_checkout"
    exposed={exposed}
    resetKey={path}
    loading={<p>loading</p>}
    failed={(retry) => (
      <button type="button" onClick={retry}>
        Try again
      </button>
    )}
  />
);

test('shows the remote when it is loaded', async () => {
  loader.mockResolvedValueOnce(works);
  await act(async () => render(page('one')));
  expect(screen.getByText('the remote')).toBeTruthy();
  expect(loader).toHaveBeenCalledWith('mf_checkout', 'one', { fresh: false });
});

test('shows at once what the page has loaded, also in another slice', async () => {
  loader.mockResolvedValueOnce(works);
  await loadExposed('mf_checkout', 'loaded before', { fresh: false });
  render(page('loaded before'));
  expect(screen.getByText('the remote')).toBeTruthy();
});

test('loads fresh on each retry after a failure', async () => {
  loader
    .mockRejectedValueOnce(new Error('down'))
    .mockRejectedValueOnce(new Error('still down'))
    .mockResolvedValueOnce(works);
  await act(async () => render(page('two')));
  await act(async () => fireEvent.click(screen.getByText('Try again')));
  await act(async () => fireEvent.click(screen.getByText('Try again')));
  expect(screen.getByText('the remote')).toBeTruthy();
  expect(loader.mock.calls.map(([, , { fresh }]) => fresh)).toEqual([false, true, true]);
});

test('contains a rendering error and retries on another path', async () => {
  loader.mockResolvedValueOnce(breaks).mockResolvedValueOnce(works);
  const { rerender } = await act(async () => render(page('three', '/cart')));
  expect(screen.getByText('Try again')).toBeTruthy();
  await act(async () => rerender(page('three', '/checkout')));
  expect(screen.getByText('the remote')).toBeTruthy();
});

test('shows a loaded part at once the second time', async () => {
  loader.mockResolvedValueOnce(works);
  const { unmount } = await act(async () => render(page('four')));
  unmount();
  render(page('four'));
  expect(screen.getByText('the remote')).toBeTruthy();
  expect(loader).toHaveBeenCalledTimes(1);
});
