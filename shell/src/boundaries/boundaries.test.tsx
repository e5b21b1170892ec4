import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { DeveloperTool } from './DeveloperTool.js';
import { areBoundariesOffered } from './visibility.js';

/** The layout of the page, which jsdom does not compute. */
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
      <DeveloperTool name="switch" />
      <DeveloperTool name="frames" />
    </div>
  );
}

const addMeta = (name: string, content: string) => {
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

test('shoppers do not get it', async () => {
  render(<Shop />);
  await act(async () => undefined);
  expect(areBoundariesOffered()).toBe(false);
  expect(screen.queryByRole('switch')).toBeNull();
  expect(frames()).toEqual([]);
});

test('developers turn it on: the visible parts of each slice are framed once, with their releases', async () => {
  addMeta('design', 'open');
  addMeta('release', '1.4.0');
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
  expect(localStorage.getItem('boundaries')).toBe('shown');

  fireEvent.click(legend.getByRole('button', { name: 'Hide slices' }));
  expect(frames()).toEqual([]);
  expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(false);
  expect(localStorage.getItem('boundaries')).toBeNull();
});

test('is offered in production after ?boundaries, until it is turned off', () => {
  history.replaceState(null, '', '/?boundaries');
  expect(areBoundariesOffered()).toBe(true);
  history.replaceState(null, '', '/');
  expect(areBoundariesOffered()).toBe(false);
  localStorage.setItem('boundaries', 'shown');
  expect(areBoundariesOffered()).toBe(true);
});
