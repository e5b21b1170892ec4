import { fireEvent, render, screen, within } from '@testing-library/react';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import Home from './Home.js';

beforeEach(() => {
  render(
    <BrowserRouter>
      <Home />
    </BrowserRouter>,
  );
});

const looks = () => screen.getAllByRole('button', { name: /^Look \d+ of 13$/ });
const centre = () =>
  looks()
    .find((look) => look.getAttribute('aria-current') === 'true')
    ?.getAttribute('aria-label');

test('Trending Wear Collection shows 7 pictures of 13; a click brings one to the centre', () => {
  expect(screen.getByRole('heading', { name: 'Trending Wear Collection' })).toBeTruthy();
  expect(looks()).toHaveLength(7);
  fireEvent.click(screen.getByRole('button', { name: 'Look 3 of 13' }));
  expect(centre()).toBe('Look 3 of 13');
  expect(looks()).toHaveLength(7);
});

test('the arrow keys go around the ring and take the focus along', () => {
  const [first] = looks().filter((look) => look.tabIndex === 0);
  fireEvent.keyDown(first as HTMLElement, { key: 'ArrowLeft' });
  expect(centre()).toBe('Look 13 of 13');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Look 13 of 13');
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowRight' });
  expect(centre()).toBe('Look 1 of 13');
});

test('the strip has six looks with the documented words', () => {
  const strip = within(screen.getByRole('region', { name: 'Trending' }));
  expect(strip.getAllByRole('link')).toHaveLength(6);
  expect(strip.getAllByText('Premium Wear')).toHaveLength(6);
  expect(strip.getAllByText('Style & Elegance')).toHaveLength(6);
  expect(strip.getAllByText('Shop Now')).toHaveLength(6);
});

test('every promotion leads into the shop', () => {
  const offers = within(screen.getByRole('region', { name: 'Offers' }));
  expect(offers.getByRole('heading', { name: 'Turn Up The Volume' })).toBeTruthy();
  expect(offers.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Shop Now', '/all'],
    ['Explore', '/all?sort=newest'],
    ['View', '/handloom-saree'],
    ['Browse', '/customised-sarees'],
  ]);
});
