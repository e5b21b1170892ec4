import { act, render, screen } from '@testing-library/react';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import Design from './Design.js';

const { readdirSync, readFileSync } = jest.requireActual<{
  readdirSync: (folder: string) => string[];
  readFileSync: (file: string, encoding: 'utf8') => string;
}>('node:fs');

/** Every component that `web-kit/src/ui` exports. */
const componentsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
    .flatMap((file) =>
      [
        ...readFileSync(`${folder}/${file}`, 'utf8').matchAll(
          /^export (?:default )?(?:function|class|const) ([A-Z]\w+)/gm,
        ),
      ].map(([, name]) => name ?? file),
    );

test('every component of web-kit is on the page', async () => {
  // Failing samples log warnings.
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  await act(async () => {
    render(
      <BrowserRouter>
        <Design />
      </BrowserRouter>,
      { onCaughtError: () => undefined },
    );
  });
  const components = componentsIn(
    `${expect.getState().testPath?.replace(/shell\/src\/design\/[^/]*$/, '')}packages/web-kit/src/ui`,
  );
  const samples = [...document.querySelectorAll('figcaption')].map(({ textContent }) => textContent ?? '');
  expect(components).toEqual(
    expect.arrayContaining(['Button', 'ButtonLink', 'ConfirmDialog', 'ErrorBoundary', 'StateField', 'Textarea']),
  );
  expect(
    components.filter((component) => !samples.some((name) => new RegExp(`\\b${component}\\b`).test(name))),
  ).toEqual([]);
  expect(screen.getByText('The rest of the page works.')).toBeTruthy();
});
