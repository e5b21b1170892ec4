// Renders the emails of `docs/screens/emails` with sample data at the widths of a phone and of a computer.
import { mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { render } from '../dist/templates/render.js';
import { samples } from '../dist/templates/samples.js';

const ROOT = join(import.meta.dirname, '../../..');
const TARGET = join(ROOT, 'docs/screens/emails');
const STOREFRONT = 'http://localhost:3000';
const PICTURES = join(ROOT, 'demo/pictures/products');
/** Of the two lines of the sample order. */
const PRODUCTS = ['amma-and-ammayi-kanchi-duo-1', 'ajrakh-holiday-family-set-1'];
const imageOf = (product) => `${STOREFRONT}/media/image/upload/v1/${product}.avif`;
const WIDTHS = [360, 600];
const KINDS = [
  'order_placed',
  'out_for_delivery',
  'refunded',
  'payment_failed',
  'return_decided',
  'one_time_code',
  'price_drop',
  'abandoned_cart',
];
const DARK = ['order_placed'];
const QUALITY = 36;

const { order_placed: order, price_drop: drop, abandoned_cart: cart } = samples;
const [line] = order.lines;
const data = {
  ...samples,
  // With everything that an order can have.
  order_placed: {
    ...order,
    promise: { from: '2026-11-28', to: '2026-12-01' },
    lines: [
      { ...line, image: imageOf(PRODUCTS[0]) },
      {
        ...line,
        name: 'Chanderi kurta',
        size: 'M',
        unitPaise: 225_000,
        quantity: 2,
        image: imageOf(PRODUCTS[1]),
        personalisation: [{ label: 'Initials', value: 'MN' }],
      },
    ],
    charges: { discountPaise: 50_000, shippingPaise: 9_900, codFeePaise: 0, roundOffPaise: 0 },
    totalPaise: 1_259_800,
  },
  price_drop: { ...drop, product: { ...drop.product, images: [{ url: imageOf(PRODUCTS[0]) }] } },
  abandoned_cart: { ...cart, lines: cart.lines.map((one) => ({ ...one, image: imageOf(PRODUCTS[0]) })) },
};

await mkdir(TARGET, { recursive: true });
const pictureAt = async (url) => {
  const file = join(PICTURES, basename(new URL(url).pathname));
  return sharp(await readFile(file))
    .resize(144)
    .jpeg()
    .toBuffer();
};
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  for (const kind of KINDS)
    for (const width of WIDTHS)
      for (const colorScheme of DARK.includes(kind) ? ['light', 'dark'] : ['light']) {
        const page = await browser.newPage({ viewport: { width, height: 480 }, colorScheme });
        await page.route('**/media/**', async (route) =>
          route.fulfill({ body: await pictureAt(route.request().url()), contentType: 'image/jpeg' }),
        );
        await page.setContent(render(kind, 'email', data[kind], { storefront: STOREFRONT }).html, {
          waitUntil: 'load',
        });
        const name = [kind.replaceAll('_', '-'), width, ...(colorScheme === 'dark' ? ['dark'] : [])].join('-');
        const image = await page.screenshot({ fullPage: true });
        const { size } = await sharp(image)
          .webp({ quality: QUALITY, effort: 6 })
          .toFile(join(TARGET, `${name}.webp`));
        process.stdout.write(`${name} ${Math.round(size / 1024)} KB\n`);
        await page.close();
      }
} finally {
  await browser.close();
}
