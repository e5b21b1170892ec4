import { act, render, screen } from '@testing-library/react';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { PagesContext } from './pages/pages-context.js';
import { AppRoutes } from './routes.js';

test('an unknown path is not found unless it was released since the page was loaded', async () => {
  const requests: string[] = [];
  globalThis.fetch = async (url) => {
    requests.push(url as string);
    return Response.json({ remotes: { mf_catalog: { version: '1', entry: '/x.js', pages: [] } } });
  };
  window.history.pushState({}, '', '/gifts');
  await act(async () => {
    render(
      <PagesContext value={[]}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </PagesContext>,
    );
  });
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
  expect(requests).toEqual(['/registry.json']);
});
