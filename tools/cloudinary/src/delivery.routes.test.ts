import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadApiResponse } from 'cloudinary';
import sharp from 'sharp';
import { buildPicture, cloudinary, startStandIn, type TestStandIn } from './testing/stand-in.js';

let standIn: TestStandIn;
let picture: string;
let saree: UploadApiResponse;

beforeAll(async () => {
  standIn = await startStandIn();
  picture = await buildPicture(standIn.folder, 'saree.webp');
  saree = await cloudinary.uploader.upload(picture, { public_id: 'rangavalli/products/saree' });
  await cloudinary.uploader.upload(
    await buildPicture(standIn.folder, 'sheer.png', { width: 400, height: 400, alpha: 0.5 }),
    { public_id: 'sheer' },
  );
});
afterAll(() => standIn.stop());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${standIn.deliveryUrl}/${path}`, { headers, method });

async function fetchMetadata(path: string, headers?: Record<string, string>) {
  const response = await get(path, headers);
  expect(response.status).toBe(200);
  const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  return { width, height, format, type: response.headers.get('content-type') };
}

const ID = 'rangavalli/products/saree';

test('returns the uploaded bytes without a transformation', async () => {
  const response = await get(`v${saree.version}/${ID}.webp`);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(await readFile(picture));
  expect(response.headers.get('content-type')).toBe('image/webp');
});

test.each([
  ['w_300', 300, 400],
  ['h_300', 225, 300],
  ['w_1440', 900, 1200],
  ['w_1800,c_scale', 1800, 2400],
  ['w_300,h_300,c_fill', 300, 300],
  ['c_fill,g_auto,w_300,ar_3:2', 300, 200],
  ['w_200,h_200,c_thumb,g_face', 200, 200],
  ['w_300,h_300,c_fit', 225, 300],
  ['w_3000,h_3000,c_limit', 900, 1200],
  ['w_500,h_300,c_pad,b_rgb:fff7e6', 500, 300],
  ['w_150,dpr_2.0', 300, 400],
  ['c_fill,w_300,h_300/e_blur:400/w_100,q_40', 100, 100],
])('%s returns %d × %d pixels', async (transformation, width, height) => {
  expect(await fetchMetadata(`${transformation}/v1/${ID}.jpg`)).toEqual({
    width,
    height,
    format: 'jpeg',
    type: 'image/jpeg',
  });
});

test('returns a blurred placeholder of less than 2 KB', async () => {
  const response = await get(`w_32/e_blur:20,f_webp,q_90/v1/${ID}.webp`);
  const data = Buffer.from(await response.arrayBuffer());
  expect(await sharp(data).metadata()).toMatchObject({ width: 32, format: 'webp' });
  expect(data.length).toBeLessThan(2_000);
});

test.each([
  ['image/avif,image/webp,*/*', 'image/avif'],
  ['image/webp,*/*;q=0.8', 'image/webp'],
  ['image/avif;q=0,image/webp', 'image/webp'],
  ['*/*', 'image/jpeg'],
])('f_auto returns for Accept: %s the type %s', async (accept, type) => {
  const response = await get(`f_auto,q_auto,w_320/${ID}`, { accept });
  expect([response.headers.get('content-type'), response.headers.get('vary')]).toEqual([type, 'Accept']);
});

test('f_auto keeps transparency for clients without AVIF and WebP', async () => {
  expect(await fetchMetadata('f_auto/sheer')).toMatchObject({ format: 'png' });
});

test('caches a URL with a version for a year, one without for an hour', async () => {
  expect((await get(`w_50/v1/${ID}`)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect((await get(`w_50/${ID}`)).headers.get('cache-control')).toBe('public, max-age=3600');
});

test('returns 304 when the ETag matches', async () => {
  const etag = (await get(`w_50/${ID}`)).headers.get('etag') ?? '';
  expect((await get(`w_50/${ID}`, { 'if-none-match': etag })).status).toBe(304);
  expect((await get(`w_51/${ID}`, { 'if-none-match': etag })).status).toBe(200);
});

test('returns the headers of GET for HEAD', async () => {
  const response = await get(`w_50/${ID}`, {}, 'HEAD');
  expect(response.status).toBe(200);
  expect(Number(response.headers.get('content-length'))).toBe(
    (await (await get(`w_50/${ID}`)).arrayBuffer()).byteLength,
  );
});

test('renders a picture once for concurrent requests', async () => {
  const derived = join(standIn.folder, 'data', 'derived', String(saree['version_id']));
  const before = (await readdir(derived)).length;
  const responses = await Promise.all(Array.from({ length: 8 }, () => get(`w_333,q_auto/${ID}.webp`)));
  expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect((await readdir(derived)).length).toBe(before + 1);
});

test('returns an SVG as pixels, also at its .svg URL', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40">' +
    '<script>1</script><rect width="60" height="40"/></svg>';
  const uploaded = await cloudinary.uploader.upload(
    `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    {
      public_id: 'logo',
    },
  );
  expect(uploaded).toMatchObject({ format: 'svg', width: 60, height: 40 });
  expect(await fetchMetadata(`v${uploaded.version}/logo.svg`)).toEqual({
    width: 60,
    height: 40,
    format: 'png',
    type: 'image/png',
  });
});

test.each(['w_4001', 'w_0', 'w_abc', 'c_sideways,w_100', 'q_101', 'f_exe', 'e_magic', 'l_text:hi,w_3', 'w_100,zz_1'])(
  'returns 400 and names %s',
  async (transformation) => {
    const response = await get(`${transformation}/v1/${ID}`);
    expect(response.status).toBe(400);
    expect(response.headers.get('x-cld-error')).toMatch(/^Invalid transformation component - /);
  },
);

test('returns 400 when the result would be too large', async () => {
  await cloudinary.uploader.upload(await buildPicture(standIn.folder, 'thin.png', { width: 10, height: 9000 }), {
    public_id: 'thin',
  });
  expect((await get('w_4000,c_scale/v1/thin')).headers.get('x-cld-error')).toBe('Resulting image is too large');
});

test.each(['nothing', 'v1/rangavalli/products', '..%2f..%2f..%2fetc%2fpasswd', '%2e%2e/%2e%2e/assets', 'a%0d%0ab'])(
  'returns 404 for %s',
  async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    if (response.headers.has('x-cld-error')) expect(response.headers.get('cache-control')).toBe('no-store');
  },
);

test('returns 404 for another cloud', async () => {
  expect((await fetch(`${standIn.url}/other/image/upload/${ID}`)).status).toBe(404);
});
