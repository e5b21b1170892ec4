import { act, fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { Hero } from './Hero.js';
import { FADE_GAP_MS, SLIDE_MS } from './useSlides.js';

beforeEach(() => {
  jest.useFakeTimers();
  render(
    <BrowserRouter>
      <Hero />
    </BrowserRouter>,
  );
});
afterEach(() => jest.useRealTimers());

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const title = () => screen.getByRole('heading').textContent;
const hero = () => screen.getByRole('region', { name: 'Highlights' });
/** jsdom has no pointer events of its own: their facts are put on a mouse event of that name. */
function pointer(type: string, facts: { pointerType: string; clientX?: number; clientY?: number }): void {
  const event = new MouseEvent(type, { bubbles: true, clientX: facts.clientX ?? 0, clientY: facts.clientY ?? 0 });
  Object.defineProperty(event, 'pointerType', { value: facts.pointerType });
  act(() => void hero().dispatchEvent(event));
}

test('the four titles follow each other every 6 seconds with a gap of 100 ms, and the first comes again', () => {
  expect([SLIDE_MS, FADE_GAP_MS]).toEqual([6000, 100]);
  const seen = [title()];
  for (let slide = 0; slide < 4; slide++) {
    pass(SLIDE_MS);
    pass(FADE_GAP_MS);
    seen.push(title());
  }
  expect(seen).toEqual([
    'Timeless Style',
    'Tailored Grace',
    'Effortless Beauty',
    'Unveil Your Elegance',
    'Timeless Style',
  ]);
});

test('arrows go both ways and wrap', () => {
  fireEvent.click(screen.getByRole('button', { name: 'Previous slide' }));
  pass(FADE_GAP_MS);
  expect(title()).toBe('Unveil Your Elegance');
  fireEvent.click(screen.getByRole('button', { name: 'Next slide' }));
  pass(FADE_GAP_MS);
  expect(title()).toBe('Timeless Style');
});

test('slides wait while the mouse is over them', () => {
  pointer('pointerover', { pointerType: 'mouse' });
  pass(3 * SLIDE_MS);
  expect(title()).toBe('Timeless Style');
  pointer('pointerout', { pointerType: 'mouse' });
  pass(SLIDE_MS + FADE_GAP_MS);
  expect(title()).toBe('Tailored Grace');
});

test('a finger swipes to the next and the one before; up and down is the page’s own', () => {
  const swipe = (x: number, y: number) => {
    pointer('pointerdown', { pointerType: 'touch', clientX: 200, clientY: 200 });
    pointer('pointerup', { pointerType: 'touch', clientX: 200 + x, clientY: 200 + y });
    pass(FADE_GAP_MS);
    return title();
  };
  expect(swipe(-80, 10)).toBe('Tailored Grace');
  expect(swipe(-50, 300)).toBe('Tailored Grace');
  expect(swipe(80, 0)).toBe('Timeless Style');
  expect(swipe(10, 0)).toBe('Timeless Style');
});

test('a slide has a blurred stand-in for either window while its picture loads', () => {
  const { style } = hero().querySelector('picture')!;
  expect(style.getPropertyValue('--blurred-desktop')).toMatch(/w_32\/e_blur.*hero-1-desktop/);
  expect(style.getPropertyValue('--blurred-mobile')).toMatch(/w_32\/e_blur.*hero-1-mobile/);
});
