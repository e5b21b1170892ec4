import { Bucket } from './bucket.js';
import { hostOf } from './static-host.js';
import { BucketServer } from './testing/bucket-server.js';

let server: BucketServer;
let bucket: Bucket;
beforeEach(async () => {
  server = await new BucketServer().start();
  bucket = new Bucket('s3://shop/releases', server.env);
});
afterEach(() => server.stop());

test('objects are put, got, listed and taken away', async () => {
  for (const name of [
    'a/1.0.0/x.js',
    'a/1.0.0/y z+ü.js',
    'a/1.1.0/x.js',
    'a/1.2.0/x.js',
    'a/1.3.0+b/x.js',
    'a/live.json',
    'b/live.json',
  ])
    await bucket.put(name, name);
  expect((await bucket.get('a/1.0.0/y z+ü.js'))?.body.toString()).toBe('a/1.0.0/y z+ü.js');
  expect([...server.objects.keys()]).toContain('releases/a/live.json');
  expect(await bucket.folders('')).toEqual(['a', 'b']);
  expect(await bucket.folders('a/')).toEqual(['1.0.0', '1.1.0', '1.2.0', '1.3.0+b']);
  expect(await bucket.keys('a/1.0.0/')).toEqual(['a/1.0.0/x.js', 'a/1.0.0/y z+ü.js']);
  await bucket.delete('b/live.json');
  expect([await bucket.get('b/live.json'), await bucket.folders('')]).toEqual([undefined, ['a']]);
});

test('a write happens only while its condition holds', async () => {
  const tag = await bucket.put('live.json', 'one', 'new');
  expect(tag).toBeDefined();
  expect(await bucket.put('live.json', 'two', 'new')).toBeUndefined();
  expect(await bucket.put('live.json', 'two', { tag: '"other"' })).toBeUndefined();
  expect(await bucket.put('gone.json', 'two', { tag: '"other"' })).toBeUndefined();
  expect((await bucket.get('live.json'))?.body.toString()).toBe('one');
  expect(await bucket.get('live.json', tag)).toBeUndefined();
  expect(await bucket.put('live.json', 'two', { tag: tag ?? '' })).not.toBe(tag);
});

test('rejects a wrong secret and names a missing setting', async () => {
  const stranger = new Bucket('s3://shop/releases', { ...server.env, AWS_SECRET_ACCESS_KEY: 'guessed' });
  await expect(stranger.put('live.json', 'mine')).rejects.toThrow('The bucket responded with 403 to live.json');
  expect(server.objects.size).toBe(0);
  expect(() => new Bucket('s3://shop', { AWS_ACCESS_KEY_ID: 'x' })).toThrow(
    's3://shop needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  );
  expect(() => new Bucket('s3://', server.env)).toThrow('is not a bucket address');
});

describe('a remote’s host on a bucket', () => {
  const entry = (version: string): string => `/remotes/mf-catalog/${version}/remoteEntry.0123456789.js`;
  const put = async (version: string): Promise<void> => {
    await bucket.put(`mf-catalog/${version}/client/remoteEntry.0123456789.js`, `var mf_catalog = '${version}';`);
    await bucket.put(
      `mf-catalog/${version}/release.json`,
      JSON.stringify({ name: 'mf_catalog', slice: 'mf-catalog', version, entry: entry(version), exposes: ['routes'] }),
    );
  };
  const makeLive = (version: string) =>
    bucket.put('mf-catalog/live.json', JSON.stringify({ live: version, history: [] }));
  const settings = Object.keys(process.env).filter((name) => name.startsWith('AWS_'));
  let savedEnv: NodeJS.ProcessEnv;
  beforeEach(() => {
    savedEnv = { ...process.env };
    for (const name of settings) delete process.env[name];
    Object.assign(process.env, server.env);
  });
  afterEach(() => {
    process.env = savedEnv;
  });

  test('serves what is there, sees a release without a restart, and goes on while the bucket is away', async () => {
    for (const version of ['0.9.0', '1.0.0']) await put(version);
    await makeLive('1.0.0');
    const app = await hostOf('/anywhere/mf-catalog', { store: 's3://shop/releases' });
    try {
      const liveVersion = async () =>
        (await app.inject('/remotes/mf-catalog/release.json')).json<{ version: string }>().version;
      expect(await liveVersion()).toBe('1.0.0');
      expect((await app.inject(entry('0.9.0'))).statusCode).toBe(200);
      for (const key of await bucket.keys('mf-catalog/0.9.0/')) await bucket.delete(key);
      await put('1.1.0');
      await bucket.put('mf-catalog/1.2.0/client/half.js', 'of a release that was killed');
      await makeLive('1.1.0');
      while ((await liveVersion()) !== '1.1.0') await new Promise((resolve) => setTimeout(resolve, 50));
      expect((await app.inject(entry('0.9.0'))).statusCode).toBe(404);
      server.away = true;
      for (const version of ['1.0.0', '1.1.0'])
        expect((await app.inject(entry(version))).body).toBe(`var mf_catalog = '${version}';`);
      expect(server.seen.filter((line) => line.startsWith('GET releases/mf-catalog/1.0.0/client/'))).toHaveLength(1);
      expect((await app.inject('/remotes/mf-catalog/1.2.0/half.js')).statusCode).toBe(404);
    } finally {
      await app.close();
    }
  });
});
