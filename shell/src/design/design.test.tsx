import { act, render, screen } from '@testing-library/react';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import Design from './Design.js';

const { readdirSync, readFileSync } = jest.requireActual<{
  readdirSync: (folder: string) => string[];
  readFileSync: (file: string, encoding: 'utf8') => string;
}>('node:fs');

/** Every component that web-kit's ui files export. */
const partsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
    .flatMap((file) =>
      [
        ...readFileSync(`${folder}/${file}`, 'utf8').matchAll(
          /^export (?:default )?(?:function|class|const) ([A-Z]\w+)/gm,
        ),
      ].map(([, name]) => name ?? file),
    );

test('every part of web-kit is on the page', async () => {
  // The samples that fail on purpose say so.
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  await act(async () => {
    render(
      <BrowserRouter>
        <Design />
      </BrowserRouter>,
      { onCaughtError: () => undefined },
    );
  });
  const parts = partsIn(
    `${expect.getState().testPath?.replace(/shell\/src\/design\/[^/]*$/, '')}packages/web-kit/src/ui`,
  );
  const samples = [...document.querySelectorAll('figcaption')].map(({ textContent }) => textContent ?? '');
  expect(parts).toEqual(
    expect.arrayContaining(['Button', 'ButtonLink', 'ConfirmDialog', 'ErrorBoundary', 'StateOptions', 'Textarea']),
  );
  expect(parts.filter((part) => !samples.some((name) => new RegExp(`\\b${part}\\b`).test(name)))).toEqual([]);
  expect(screen.getByText('The rest of the page goes on.')).toBeTruthy();
});
