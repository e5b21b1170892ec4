import { readFile } from 'node:fs/promises';
import { buildPicture, cloudinary, rejection, startStandIn, type TestStandIn } from './testing/stand-in.js';

let standIn: TestStandIn;
let picture: string;

beforeAll(async () => {
  standIn = await startStandIn();
  picture = await buildPicture(standIn.folder, 'Silk saree.webp');
});
afterAll(() => standIn.stop());

async function form(
  fields: Record<string, string>,
  file?: Blob,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  if (file) data.append('file', file, 'blouse.webp');
  const response = await fetch(`${standIn.url}/v1_1/shop/image/upload`, { method: 'POST', body: data });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
/** Signs the fields as a server does for a browser's upload. */
function signedForm(fields: Record<string, string>, file?: Blob) {
  const signed = { ...fields, timestamp: String(Math.floor(Date.now() / 1000)) };
  const signature = cloudinary.utils.api_sign_request(signed, 's3cret');
  return form({ ...signed, api_key: 'key', signature }, file);
}
const blob = async () => new Blob([await readFile(picture)]);

describe('signed uploads', () => {
  test('return what Cloudinary returns, with a URL of the shop', async () => {
    const uploaded = await cloudinary.uploader.upload(picture, {
      public_id: 'rangavalli/products/a b',
      tags: ['silk', 'red & gold'],
    });
    expect(uploaded).toMatchObject({
      public_id: 'rangavalli/products/a b',
      width: 900,
      height: 1200,
      format: 'webp',
      resource_type: 'image',
      type: 'upload',
      tags: ['silk', 'red & gold'],
      bytes: (await readFile(picture)).length,
      placeholder: false,
      original_filename: 'Silk saree',
      secure_url: `http://localhost:8080/media/shop/image/upload/v${uploaded.version}/rangavalli/products/a%20b.webp`,
    });
    const signature = cloudinary.utils.api_sign_request(
      { public_id: uploaded.public_id, version: uploaded.version },
      's3cret',
    );
    expect(uploaded.signature).toBe(signature);
  });

  test.each(['sha1', 'sha256'] as const)('accept %s signatures', async (signature_algorithm) => {
    const uploaded = await cloudinary.uploader.upload(picture, { folder: 'hashes', signature_algorithm });
    expect(uploaded.public_id).toMatch(/^hashes\/\w{20}$/);
  });

  test('replace the picture under a new version unless overwrite is false', async () => {
    const first = await cloudinary.uploader.upload(picture, { public_id: 'again' });
    const second = await cloudinary.uploader.upload(picture, { public_id: 'again' });
    const third = await cloudinary.uploader.upload(picture, { public_id: 'again', overwrite: false });
    expect(second.version).toBeGreaterThan(first.version);
    expect(second.asset_id).toBe(first.asset_id);
    expect(third).toMatchObject({ version: second.version, existing: true });
  });

  test('accept a data URI', async () => {
    const uri = `data:image/webp;base64,${(await readFile(picture)).toString('base64')}`;
    expect(await cloudinary.uploader.upload(uri, { public_id: 'uri' })).toMatchObject({
      width: 900,
      original_filename: 'file',
    });
  });

  test('reject a wrong secret, an unknown key and an old timestamp', async () => {
    const upload = (options: object) => rejection(cloudinary.uploader.upload(picture, options));
    const wrong = await upload({ api_secret: 'wrong', folder: 'x' });
    expect(wrong.http_code).toBe(401);
    expect(wrong.message).toMatch(/^Invalid Signature [0-9a-f]{40}\. String to sign - 'folder=x&timestamp=\d+'\.$/);
    expect(await upload({ api_key: 'other' })).toEqual({
      http_code: 401,
      message: 'Unknown API key other',
      name: 'Error',
    });
    const timestamp = Math.floor(Date.now() / 1000) - 3700;
    expect((await upload({ timestamp })).message).toMatch(/^Stale request/);
  });
});

describe('uploads of browsers', () => {
  test.each<Record<string, string>>([
    {},
    { upload_preset: 'rangavalli' },
    { upload_preset: 'rangavalli', folder: 'rangavalli/products' },
  ])('are rejected without a signature: %j', async (fields) => {
    expect(await form(fields, await blob())).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/^Upload preset/) } },
    });
    expect((await cloudinary.api.resources({ prefix: 'rangavalli/products/' })).resources).not.toContainEqual(
      expect.objectContaining({ original_filename: 'blouse' }),
    );
  });

  test('are rejected when a signed field was changed or added', async () => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = cloudinary.utils.api_sign_request({ timestamp, public_id: 'signed' }, 's3cret');
    const send = async (fields: Record<string, string>) =>
      (await form({ timestamp, public_id: 'signed', api_key: 'key', signature, ...fields }, await blob())).status;
    expect(await send({ public_id: 'other' })).toBe(401);
    expect(await send({ overwrite: 'true' })).toBe(401);
    expect(await send({})).toBe(200);
  });

  test('with overwrite=false never replace a picture, so that a signature is good for one', async () => {
    const fields = { folder: 'rangavalli/products', public_id: 'once', overwrite: 'false' };
    const first = await signedForm(fields, await blob());
    expect(first).toMatchObject({
      status: 200,
      body: { public_id: 'rangavalli/products/once', original_filename: 'blouse' },
    });
    const other = new Blob([
      await readFile(await buildPicture(standIn.folder, 'other.png', { width: 10, height: 10 })),
    ]);
    expect((await signedForm(fields, other)).body).toMatchObject({ existing: true, etag: first.body['etag'] });
  });

  test('may be limited to some formats', async () => {
    expect(await signedForm({ allowed_formats: 'png,jpg' }, await blob())).toEqual({
      status: 400,
      body: { error: { message: 'Image file format webp not allowed' } },
    });
    expect((await signedForm({ allowed_formats: 'png,webp' }, await blob())).status).toBe(200);
  });

  test('are allowed from any origin', async () => {
    const headers = { origin: 'https://shop.example', 'access-control-request-method': 'POST' };
    const response = await fetch(`${standIn.url}/v1_1/shop/image/upload`, { method: 'OPTIONS', headers });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  });
});

describe('rejected uploads', () => {
  test.each(['../../etc/x', 'a/../../b', 'a//b', './a', 'a\\..\\b', 'a?b', 'a%2fb', 'a\u0000b'])(
    'public id %j',
    async (public_id) => {
      const { status, body } = await signedForm({ public_id }, await blob());
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringMatching(/^public_id \(/) } },
      });
    },
  );

  test.each([
    ['no file', undefined, 'Missing required parameter - file'],
    ['not a picture', new Blob(['<html>']), 'Invalid image file'],
    [
      'too large',
      new Blob([new Uint8Array(10 * 1024 * 1024 + 1)]),
      'File size too large. Got 10485761. Maximum is 10485760.',
    ],
  ])('%s', async (_, file, message) => {
    expect(await signedForm({}, file)).toEqual({ status: 400, body: { error: { message } } });
  });

  test.each(['webp', 'png', 'avif'])('a truncated picture: %s', async (format) => {
    const whole = await readFile(await buildPicture(standIn.folder, `whole.${format}`));
    const { body } = await signedForm({}, new Blob([whole.subarray(0, whole.length / 2)]));
    expect(body).toEqual({ error: { message: 'Invalid image file' } });
  });

  test('a remote file', async () => {
    const error = await rejection(cloudinary.uploader.upload('http://127.0.0.1:1/a.jpg'));
    expect(error).toMatchObject({ http_code: 400, message: expect.stringMatching(/^Remote files/) });
  });
});

test.each([
  ['without a boundary', 'multipart/form-data', '--x--\r\n'],
  [
    'cut off',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n1',
  ],
  ['empty', 'multipart/form-data; boundary=x', ''],
])('a form %s is a bad request', async (_what, type, body) => {
  const response = await fetch(`${standIn.url}/v1_1/shop/image/upload`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  expect([response.status, await response.json()]).toEqual([400, { error: { message: expect.any(String) } }]);
});

test('destroy removes a picture once', async () => {
  await cloudinary.uploader.upload(picture, { public_id: 'gone' });
  expect(await cloudinary.uploader.destroy('gone')).toEqual({ result: 'ok' });
  expect(await cloudinary.uploader.destroy('gone')).toEqual({ result: 'not found' });
  expect((await fetch(`${standIn.deliveryUrl}/gone`)).status).toBe(404);
});

test('the Admin API lists pictures in pages, returns one and removes several', async () => {
  for (const name of ['a', 'b', 'c']) await cloudinary.uploader.upload(picture, { public_id: `list/${name}` });
  const ids = (page: { resources: { public_id: string }[] }) => page.resources.map(({ public_id }) => public_id);
  const first = await cloudinary.api.resources({ type: 'upload', prefix: 'list/', max_results: 2 });
  const second = await cloudinary.api.resources({ prefix: 'list/', max_results: 2, next_cursor: first.next_cursor });
  expect([ids(first), ids(second), second.next_cursor]).toEqual([['list/a', 'list/b'], ['list/c'], undefined]);
  expect(await cloudinary.api.resource('list/a')).toMatchObject({ public_id: 'list/a', width: 900 });
  expect(await cloudinary.api.delete_resources(['list/a', 'list/x'])).toMatchObject({
    deleted: { 'list/a': 'deleted', 'list/x': 'not_found' },
  });
  expect((await rejection(cloudinary.api.resource('list/a'))).http_code).toBe(404);
  expect((await rejection(cloudinary.api.ping({ api_secret: 'wrong' }))).http_code).toBe(401);
});

test('keeps pictures across a restart', async () => {
  const before = await startStandIn(standIn.folder);
  await cloudinary.uploader.upload(picture, { public_id: 'durable' });
  await before.stop();
  const after = await startStandIn(standIn.folder);
  const response = await fetch(`${after.deliveryUrl}/durable`);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(await readFile(picture));
  await after.stop();
});
