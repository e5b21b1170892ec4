import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { BOUNDARIES_KEY, boundariesAreOffered, ForDevelopers } from './ForDevelopers.js';

/** Where each part of the page stands; jsdom lays nothing out. */
const areas: Record<string, [left: number, top: number, right: number, bottom: number]> = {
  root: [0, 0, 1024, 4_000],
  catalog: [0, 100, 1024, 3_000],
  nested: [10, 110, 500, 500],
  cart: [900, 20, 940, 50],
  below: [0, 2_000, 1024, 2_100],
};

function Shop() {
  return (
    <div id="root">
      <div data-boundary="mf-checkout" data-area="cart" />
      <main data-boundary="mf-catalog" data-area="catalog">
        <div data-boundary="mf-catalog" data-area="nested" />
        <div data-boundary="mf-checkout" data-area="below" />
      </main>
      <ForDevelopers part="switch" />
      <ForDevelopers part="frames" />
    </div>
  );
}

const open = (name: string, content: string) => {
  const meta = Object.assign(document.createElement('meta'), { name, content });
  document.head.append(meta);
};
const frames = () =>
  [...document.querySelectorAll<HTMLElement>('[aria-hidden="true"] > [data-slice]')].map(
    ({ dataset, style }) => `${dataset['slice']} ${style.left} ${style.top} ${style.width} ${style.height}`,
  );

beforeEach(() => {
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const [left, top, right, bottom] = areas[this.dataset['area'] ?? this.id] ?? [0, 0, 0, 0];
    return { left, top, right, bottom } as DOMRect;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  document.head.replaceChildren();
  localStorage.clear();
  history.replaceState(null, '', '/');
});

test('shoppers meet nothing of it', async () => {
  render(<Shop />);
  await act(async () => undefined);
  expect(boundariesAreOffered()).toBe(false);
  expect(screen.queryByRole('switch')).toBeNull();
  expect(frames()).toEqual([]);
});

test('developers turn it on: each slice’s parts in view are framed once and named with their releases', async () => {
  open('design', 'open');
  open('release', '1.4.0');
  render(<Shop />);
  fireEvent.click(await screen.findByRole('switch', { name: 'Show slices' }));
  const legend = within(await screen.findByRole('complementary', { name: 'Slices on this page' }));
  expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'shell 1.4.0',
    'mf-checkout not loaded',
    'mf-catalog not loaded',
  ]);
  expect(frames()).toEqual([
    'shell 0px 0px 1024px 768px',
    'mf-checkout 900px 20px 40px 30px',
    'mf-catalog 0px 100px 1024px 668px',
  ]);
  expect(document.querySelector('[aria-hidden="true"] > [data-slice="shell"]')?.textContent).toBe('shell 1.4.0');
  expect(localStorage.getItem(BOUNDARIES_KEY)).toBe('shown');

  fireEvent.click(legend.getByRole('button', { name: 'Hide slices' }));
  expect(frames()).toEqual([]);
  expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(false);
  expect(localStorage.getItem(BOUNDARIES_KEY)).toBeNull();
});

test('is offered in production to who asks in the address, or is remembered', () => {
  history.replaceState(null, '', '/?boundaries');
  expect(boundariesAreOffered()).toBe(true);
  history.replaceState(null, '', '/');
  expect(boundariesAreOffered()).toBe(false);
  localStorage.setItem(BOUNDARIES_KEY, 'shown');
  expect(boundariesAreOffered()).toBe(true);
});
