import { useState } from 'react';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { polyfillDialogs } from '../testing/polyfill-dialogs.js';
import { Dialog } from './Dialog.js';

beforeAll(polyfillDialogs);

let index = 0;
/** As the router does. */
const visit = (path: string) => {
  index += 1;
  window.history.pushState({ idx: index }, '', path);
};
beforeEach(() => ['/', '/list'].forEach(visit));

const isClosed = () => expect(screen.queryByRole('dialog')).toBeNull();
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const place = () =>
  `${window.location.pathname}${window.location.search}${window.history.state?.open ? ' (marked)' : ''}`;
/** Entries are left one after the other: waits for the expected place, and whether it is the last one. */
async function goBack(expected: string) {
  act(() => window.history.back());
  await waitFor(() => expect(place()).toBe(expected));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  return place();
}

function Page() {
  const [open, setOpen] = useState<'filters' | 'size'>();
  const [size, setSize] = useState('S');
  return (
    <>
      <button type="button" onClick={() => setOpen('filters')}>
        Filters
      </button>
      <Dialog title="Filters" open={open !== undefined} onClose={() => setOpen(undefined)}>
        <button type="button" onClick={() => setOpen('size')}>
          Size guide
        </button>
        <button
          type="button"
          onClick={() => {
            setOpen(undefined);
            visit('/product');
          }}
        >
          Show a product
        </button>
        <button
          type="button"
          onClick={() => {
            visit('/list?size=M');
            setSize('M');
          }}
        >
          Size {size}
        </button>
        <Dialog title="Size guide" open={open === 'size'} onClose={() => setOpen('filters')}>
          Sizes
        </Dialog>
      </Dialog>
    </>
  );
}

it('Back closes a dialog and stays on the page; the next one leaves it', async () => {
  render(<Page />);
  press('Filters');
  expect(await goBack('/list')).toBe('/list');
  isClosed();
  expect(await goBack('/')).toBe('/');
});

it('Back closes the inner one of two first', async () => {
  render(<Page />);
  press('Filters');
  press('Size guide');
  expect(await goBack('/list (marked)')).toBe('/list (marked)');
  expect(screen.queryByText('Sizes')).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Filters' })).toBeTruthy();
  expect(await goBack('/list')).toBe('/list');
  isClosed();
});

it('after a dialog was closed by its button, one Back leaves the page', async () => {
  render(<Page />);
  press('Filters');
  press('Close');
  isClosed();
  expect(await goBack('/')).toBe('/');
});

it('after two dialogs were closed together, one Back leaves the page', async () => {
  const { unmount } = render(<Page />);
  press('Filters');
  press('Size guide');
  unmount();
  expect(await goBack('/')).toBe('/');
});

it('a dialog that opens again has one entry', async () => {
  render(<Page />);
  for (let turn = 0; turn < 3; turn += 1) {
    press('Filters');
    press('Close');
  }
  press('Filters');
  expect(await goBack('/list')).toBe('/list');
  isClosed();
  expect(await goBack('/')).toBe('/');
});

it('Back from a page to which a dialog has led returns to the page behind the dialog, then to the one before', async () => {
  render(<Page />);
  press('Filters');
  press('Show a product');
  isClosed();
  visit('/cart');
  expect(await goBack('/product')).toBe('/product');
  expect(await goBack('/list')).toBe('/list');
  expect(await goBack('/')).toBe('/');
});

it('Back closes a dialog that has changed the address of the page, and the next one undoes the change', async () => {
  render(<Page />);
  press('Filters');
  press('Size S');
  expect(await goBack('/list?size=M')).toBe('/list?size=M');
  isClosed();
  expect(await goBack('/list')).toBe('/list');
  expect(await goBack('/')).toBe('/');
});
