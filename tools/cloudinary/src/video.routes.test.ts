import { cloudinary, startStandIn, type TestStandIn } from './testing/stand-in.js';

let standIn: TestStandIn;
beforeAll(async () => {
  standIn = await startStandIn();
});
afterAll(() => standIn.stop());

/** A movie of so many seconds without tracks. */
function buildMovie(seconds: number): Buffer {
  const box = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(8 + content.length);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, content]);
  };
  const header = Buffer.alloc(100);
  header.writeUInt32BE(600, 12);
  header.writeUInt32BE(seconds * 600, 16);
  return Buffer.concat([box('ftyp', Buffer.from('isom0000', 'latin1')), box('moov', box('mvhd', header))]);
}

async function upload(file: Buffer, publicId: string) {
  const signed = {
    allowed_formats: 'mp4,mov',
    overwrite: 'false',
    public_id: publicId,
    timestamp: String(Math.floor(Date.now() / 1000)),
  };
  const form = new FormData();
  const signature = cloudinary.utils.api_sign_request(signed, 's3cret');
  for (const [name, value] of Object.entries({ ...signed, api_key: 'key', signature })) form.append(name, value);
  form.append('file', new Blob([Uint8Array.from(file)]), 'drape.mp4');
  const response = await fetch(`${standIn.url}/v1_1/shop/video/upload`, { method: 'POST', body: form });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test('signed videos are stored, described, delivered in ranges and destroyed', async () => {
  const movie = buildMovie(20);
  const id = 'rangavalli/reviews/a1';
  const uploaded = await upload(movie, id);
  expect(uploaded.body).toMatchObject({ public_id: id, format: 'mp4', resource_type: 'video', duration: 20 });
  const authorization = `Basic ${Buffer.from('key:s3cret').toString('base64')}`;
  const resource = `${standIn.url}/v1_1/shop/resources/video/upload/${id}`;
  expect(await (await fetch(resource, { headers: { authorization } })).json()).toMatchObject({ bytes: movie.length });
  expect((await fetch(resource)).status).toBe(401);
  const url = `${standIn.url}/shop/video/upload/v${String(uploaded.body['version'])}/${id}.mp4`;
  const part = await fetch(url, { headers: { range: 'bytes=4-7' } });
  expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
  expect(await cloudinary.uploader.destroy(id, { resource_type: 'video' })).toMatchObject({ result: 'ok' });
  expect((await fetch(url)).status).toBe(404);
});

test('other files are no videos', async () => {
  expect((await upload(Buffer.from('<svg onload="alert(1)">'), 'a2')).status).toBe(400);
});
