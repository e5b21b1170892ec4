import { configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { windowEvents } from '@rangavalli/contracts/browser';
import { listen } from '@rangavalli/web-kit/dom/events';
import { provideRemotes } from '@rangavalli/web-kit/federation/remotes';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { buildProduct } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import CatalogRoutes from '../routes.js';
import { ContactLinks } from './ContactLinks.js';
import { recentlyViewed } from './MoreProducts.js';
import { sizeChartOf, sizeCharts } from './size-charts.js';
import { hasSizeChart } from './SizeGuide.js';

configure({ asyncUtilTimeout: 5_000 });

const images = [1, 2].map((number) => ({
  public_id: `p${number}`,
  url: `https://img.example/x/image/upload/v1/p${number}.jpg`,
}));
const saree = buildProduct({
  name: 'Yeola Peacock',
  description: 'Woven in </script> weeks.',
  price: 24500,
  weave: 'Paithani Weaves',
  origin: 'Woven in Yeola, Maharashtra',
  care: 'Roll it, do not fold the pallu.',
  sizes: ['S', 'M'],
  images,
});
const sister = buildProduct({ name: 'Sister', weave: 'Paithani Weaves' });
const cousin = buildProduct({ name: 'Cousin' });
const before = buildProduct({ name: 'Seen before' });

const shop = (product = saree) =>
  fakeApi({
    'GET /products/getOne/{id}': ({ params }) => ({
      success: true,
      product: params['id'] === before._id ? before : product,
    }),
    'GET /products/getAll': ({ query }) => ({
      success: true,
      products: query.has('weave') ? [product, sister] : [sister, cousin],
      total: 2,
    }),
  });

async function open(product = saree) {
  window.history.pushState({}, '', `/product/${product._id}`);
  const { unmount } = render(
    <BrowserRouter>
      <CatalogRoutes />
    </BrowserRouter>,
  );
  await screen.findByRole('heading', { level: 1, name: product.name });
  return unmount;
}

beforeEach(() => {
  localStorage.clear();
  provideRemotes(async () => ({ default: () => null }));
  window.HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  window.HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false;
  };
});

describe('the product page', () => {
  it('steps through the pictures and stops at the ends', async () => {
    shop();
    await open();
    const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Next picture' });
    fireEvent.click(next);
    expect(screen.getByRole('button', { name: 'Show picture 2' }).getAttribute('aria-pressed')).toBe('true');
    expect(next.disabled).toBe(true);
  });

  it('zooms a picture, magnifies it, and shows the next one', async () => {
    shop();
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Yeola Peacock, picture 1 of 2' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Yeola Peacock' }));
    const picture = dialog.getByRole('button', { name: 'Yeola Peacock, picture 1 of 2' });
    // Opened by a key: the whole picture.
    expect(picture.getAttribute('aria-pressed')).toBe('false');
    fireEvent.click(picture);
    expect(picture.getAttribute('aria-pressed')).toBe('true');
    fireEvent.keyDown(picture, { key: 'ArrowRight' });
    expect(dialog.getByAltText('Yeola Peacock, picture 2 of 2').getAttribute('src')).toContain('w_1440/');
    expect(dialog.getByRole('status', { name: 'Picture 2 of 2' }).textContent).toBe('2 / 2');
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens the zoom at the tapped place, and shows the video after the pictures', async () => {
    const video = { url: 'https://img.example/x/video/upload/v1/drape.mp4', poster: images[0]!.url };
    shop({ ...saree, video });
    await open();
    const slide = screen.getByRole('button', { name: 'Yeola Peacock, picture 1 of 2' });
    slide.getBoundingClientRect = () => ({ left: 0, top: 100, width: 400, height: 500 }) as DOMRect;
    fireEvent.click(slide, { detail: 1, clientX: 300, clientY: 225 });
    const picture = within(await screen.findByRole('dialog')).getByAltText('Yeola Peacock, picture 1 of 2');
    expect(picture.style.transform).toBe('scale(2.5) translate(-25%, 25%)');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    const element = screen.getByLabelText<HTMLVideoElement>('Yeola Peacock, video');
    expect([element.muted, element.playsInline, element.controls, element.preload]).toEqual([true, true, true, 'none']);
    fireEvent.click(screen.getByRole('button', { name: 'Show the video' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next picture' }).disabled).toBe(true);
  });

  it('explains sizes, weave, delivery and returns', async () => {
    shop();
    await open();
    expect(screen.getByText('Woven in Yeola, Maharashtra')).toBeTruthy();
    expect(screen.getByText('Roll it, do not fold the pallu.')).toBeTruthy();
    expect(screen.queryByText(/Paithan and/)).toBeNull();
    expect(screen.getByText(/^Handed to the courier within 0–7 days/)).toBeTruthy();
    expect(screen.getByText(/within 7 days of receipt/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Size chart' }));
    expect(within(await screen.findByRole('dialog')).getByRole('row', { name: /^M 36 in/ })).toBeTruthy();
  });

  it('can be shared', async () => {
    shop();
    await open();
    const link = decodeURIComponent(screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('href') ?? '');
    expect(link).toBe(`https://wa.me/?text=Yeola Peacock, ₹24,500: ${window.location.href}`);
    const toasts: string[] = [];
    const stopListening = listen(windowEvents.toastRequested, ({ message }) => toasts.push(message));
    const writeText = jest.fn().mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('not allowed'));
    Object.assign(navigator, { clipboard: { writeText } });
    const copy = screen.getByRole('button', { name: 'Copy link' });
    fireEvent.click(copy);
    await Promise.resolve();
    fireEvent.click(copy);
    await new Promise((done) => setTimeout(done, 10));
    expect(writeText).toHaveBeenCalledWith(window.location.href);
    expect(toasts).toEqual(['Link copied', 'Could not copy the link. Please copy it from the address bar.']);
    stopListening();
  });

  it('shows related and recently viewed products', async () => {
    localStorage.setItem('recently-seen', JSON.stringify([saree._id, before._id, 'rubbish']));
    shop();
    await open();
    const like = (await screen.findByRole('heading', { name: 'You may also like' })).parentElement as HTMLElement;
    expect(
      within(like)
        .getAllByRole('article')
        .map((card) => within(card).getByRole('heading', { level: 3 }).textContent),
    ).toEqual(['Sister', 'Cousin']);
    const seen = (await screen.findByRole('heading', { name: 'Recently viewed' })).parentElement as HTMLElement;
    expect(within(seen).getByRole('article', { name: 'Seen before' })).toBeTruthy();
    expect(recentlyViewed()).toEqual([saree._id, before._id]);
  });

  it('describes the product to link previews while it is shown', async () => {
    shop();
    const close = await open();
    expect(document.querySelector<HTMLMetaElement>('meta[name="description"]')?.content).toContain(
      'Yeola Peacock, ₹24,500.',
    );
    const preview = () =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[property^="product:"]')].map(({ content }) => content);
    expect(preview()).toEqual(['24500', 'INR', 'in stock']);
    close();
    expect(preview()).toEqual([]);
  });

  it.each([
    ['it is sold out', { stock: 0 }, 'out of stock'],
    [
      'one size is left',
      {
        stock: 1,
        sizeStock: [
          { size: 'S', stock: 0 },
          { size: 'M', stock: 1 },
        ],
      },
      'in stock',
    ],
  ])('reports the stock to link previews when %s', async (_what, stock, words) => {
    const product = { ...saree, ...stock };
    shop(product);
    await open(product);
    expect(document.querySelector<HTMLMetaElement>('meta[property="product:availability"]')?.content).toBe(words);
  });

  it.each([
    ['during a sale', '2020-01-01T00:00:00.000Z', 19600],
    ['before a sale', '2120-01-01T00:00:00.000Z', 24500],
  ])('shows the price of now %s', async (_when, from, price) => {
    const product = { ...saree, sale: { price: 19600, from } };
    shop(product);
    await open(product);
    expect(screen.getByText(/MRP ₹24,500 inclusive of all taxes$/)).toBeTruthy();
    expect(Boolean(screen.queryByText(/^You save ₹4,900 \(20 %\)\./))).toBe(price < 24500);
  });

  it('shows the rating and the reviews', async () => {
    const product = { ...saree, rating: { average: 4.5, count: 2 } };
    const api = shop(product);
    const review = { id: '1'.repeat(24), productId: saree._id, at: '2026-11-20T06:00:00.000Z' };
    api.responses['GET /reviews'] = {
      success: true,
      summary: { stars: [0, 0, 0, 1, 1], fit: { small: 0, true: 1, large: 0 }, photos: [] },
      reviews: [
        { ...review, stars: 5, text: 'Soft silk.', author: 'Meena R.', fit: 'true', helpful: 3 },
        {
          ...review,
          id: '2'.repeat(24),
          stars: 4,
          text: '',
          author: 'Asha',
          helpful: 0,
          reply: { text: 'Thank you.', at: review.at },
        },
      ],
    };
    await open(product);
    expect(screen.getByText('4.5 · 2 reviews')).toBeTruthy();
    expect(await screen.findByText('Soft silk.')).toBeTruthy();
    expect(screen.getAllByRole('img', { name: /of 5 stars$/ }).map((one) => one.getAttribute('aria-label'))).toEqual([
      '5 of 5 stars',
      '5 of 5 stars',
      '4 of 5 stars',
    ]);
    expect(screen.getByRole('button', { name: '5 stars, 1 review' }).textContent).toBe('5 ★1');
    fireEvent.click(screen.getByRole('button', { name: '4 stars, 1 review' }));
    await waitFor(() => expect(api.requestsTo('GET /reviews').at(-1)?.query.get('stars')).toBe('4'));
    expect(screen.getByText(/Verified purchase · .*True to size$/)).toBeTruthy();
    expect(screen.getByText('Thank you.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Helpful (3): mark the review of Meena R.' }).textContent).toBe(
      'Helpful (3)',
    );
  });

  it('reloads when the product is in stock again while the alert form is open', async () => {
    const api = shop({ ...saree, sizes: [], stock: 0 });
    api.responses['POST /stock-alerts'] = errorResponse(409, 'IN_STOCK', 'Good news: this item is in stock right now.');
    await open();
    expect(screen.getByText('Out of Stock')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Your email'), { target: { value: 'asha@example.com' } });
    fireEvent.click(screen.getByRole('button', { name: 'Notify me' }));
    await screen.findByText('Good news: this item is in stock right now.');
    api.responses['GET /products/getOne/{id}'] = { success: true, product: { ...saree, sizes: [], stock: 1 } };
    fireEvent.click(screen.getByRole('button', { name: 'Show product' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Notify me' })).toBeNull());
  });
});

it('finds the chart of the sizes that have one', () => {
  expect(sizeChartOf(['Free Size'])).toBeUndefined();
  expect(sizeChartOf([])).toBeUndefined();
  expect(sizeChartOf(['2.4', '2.6'])?.columns).toContain('Inner diameter');
  expect(sizeChartOf(['32'])?.columns).toContain('Shoulder');
  expect(sizeChartOf(['4-5Y'])?.columns).toContain('Age');
  expect([['Free Size'], []].map(hasSizeChart)).toEqual([false, false]);
  for (const [size = ''] of sizeCharts.flatMap(({ rows }) => rows))
    expect([size, hasSizeChart([size])]).toEqual([size, true]);
});

it('offers to call, and WhatsApp with the product and its link where the shop has a number', () => {
  window.history.pushState({}, '', `/product/${saree._id}`);
  const { rerender } = render(<ContactLinks name="Yeola Peacock" whatsApp="+91 90000-12345" />);
  const link = screen.getByRole('link', { name: /on WhatsApp$/ }).getAttribute('href') ?? '';
  expect(link).toMatch(/^https:\/\/wa\.me\/919000012345\?text=/);
  expect(decodeURIComponent(link)).toContain(`“Yeola Peacock”: ${window.location.href}`);
  expect(screen.getByRole('link', { name: 'Call us: +91 90000 00000' }).getAttribute('href')).toBe('tel:+919000000000');
  rerender(<ContactLinks name="Yeola Peacock" whatsApp="" />);
  expect(screen.queryByRole('link', { name: /on WhatsApp$/ })).toBeNull();
});
