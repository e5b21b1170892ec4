import { useState, type ReactNode } from 'react';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { polyfillDialogs } from '../testing/polyfill-dialogs.js';
import { ConfirmDialog } from './ConfirmDialog.js';
import { Dialog } from './Dialog.js';

const { readFileSync } = jest.requireActual<{ readFileSync: (file: string, encoding: 'utf8') => string }>('node:fs');

beforeAll(polyfillDialogs);

function Opener({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Edit
      </button>
      <Dialog title="Edit address" open={open} onClose={() => setOpen(false)}>
        {children}
      </Dialog>
    </>
  );
}

function openDialog(children: ReactNode) {
  render(<Opener>{children}</Opener>);
  const opener = screen.getByRole('button', { name: 'Edit' });
  opener.focus();
  fireEvent.click(opener);
  return { opener, dialog: screen.getByRole('dialog', { name: 'Edit address' }) };
}

const form = (
  <form>
    <input type="hidden" />
    <button type="button">Help</button>
    <input aria-label="Full name" />
    <input aria-label="Phone" />
  </form>
);
const isOpen = () => screen.queryByRole('dialog') !== null;

describe('the focus', () => {
  it('starts on the first field', () => {
    openDialog(form);
    expect(document.activeElement).toBe(screen.getByLabelText('Full name'));
  });

  it('starts on what carries data-autofocus, such as the cancel button of a confirmation', () => {
    render(
      <ConfirmDialog title="Delete this address?" open confirmLabel="Delete" onConfirm={jest.fn()} onClose={jest.fn()}>
        It cannot be restored.
      </ConfirmDialog>,
    );
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  });

  it.each([
    ['the close button', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
    ['Escape', (dialog: HTMLElement) => fireEvent(dialog, new Event('cancel', { cancelable: true }))],
  ])('returns to the opener after %s', (_how, close) => {
    const { opener, dialog } = openDialog(form);
    close(dialog);
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(opener);
  });

  it('returns to the opener when the dialog is removed without closing first', () => {
    const opener = document.body.appendChild(document.createElement('button'));
    opener.focus();
    const { unmount } = render(
      <Dialog title="Filters" onClose={jest.fn()}>
        {form}
      </Dialog>,
    );
    unmount();
    expect(document.activeElement).toBe(opener);
    opener.remove();
  });
});

describe('the backdrop', () => {
  it('closes the dialog when it is pressed and clicked', () => {
    const { dialog } = openDialog(form);
    fireEvent.pointerDown(dialog);
    fireEvent.click(dialog);
    expect(isOpen()).toBe(false);
  });

  it('does not close it when a text selection inside ends outside', () => {
    const { dialog } = openDialog(form);
    fireEvent.pointerDown(screen.getByLabelText('Full name'));
    fireEvent.click(dialog);
    expect(isOpen()).toBe(true);
  });

  it('does not close it when the press outside ends inside', () => {
    const { dialog } = openDialog(form);
    fireEvent.pointerDown(dialog);
    fireEvent.click(screen.getByLabelText('Full name'));
    expect(isOpen()).toBe(true);
  });
});

it('closes when the browser closes it, as after pressing Escape twice', () => {
  const { dialog } = openDialog(form);
  act(() => (dialog as HTMLDialogElement).close());
  expect(isOpen()).toBe(false);
});

it('keeps the page behind it from scrolling', () => {
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = readFileSync(`${expect.getState().testPath?.replace(/ui\/[^/]*$/, '')}styles/base.css`, 'utf8');
  const overflow = () => getComputedStyle(document.documentElement).overflow;
  expect(overflow()).not.toBe('hidden');
  const { dialog } = openDialog(form);
  expect(overflow()).toBe('hidden');
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(overflow()).not.toBe('hidden');
  style.remove();
});
