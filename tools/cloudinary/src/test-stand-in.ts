import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { createApp } from './app.js';
import { readConfig } from './config.js';

// The SDK chooses between http and https when it is loaded, by the address that it is given then.
process.env['CLOUDINARY_URL'] = 'cloudinary://key:s3cret@shop?upload_prefix=http://127.0.0.1';
export const { v2: cloudinary } = await import('cloudinary');

const ACCOUNT = { cloud_name: 'shop', api_key: 'key', api_secret: 's3cret' };

export interface TestStandIn {
  url: string;
  /** Where pictures are delivered. */
  delivery: string;
  folder: string;
  stop(): Promise<void>;
}

/** A stand-in on a free port with its own data, and the real SDK pointed at it. */
export async function startStandIn(kept?: string): Promise<TestStandIn> {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'cloudinary-')));
  const config = readConfig({
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    CLOUDINARY_CLOUD_NAME: ACCOUNT.cloud_name,
    CLOUDINARY_API_KEY: ACCOUNT.api_key,
    CLOUDINARY_API_SECRET: ACCOUNT.api_secret,
    PUBLIC_DELIVERY_URL: 'http://localhost:8080/media/',
    LOG_LEVEL: 'error',
  });
  const app = await createApp(config);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  cloudinary.config({ ...ACCOUNT, upload_prefix: url });
  return {
    url,
    delivery: `${url}/shop/image/upload`,
    folder,
    stop: async () => {
      await app.close();
      if (!kept) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Writes a picture of one colour and tells its path. */
export async function aPicture(
  folder: string,
  name: string,
  size: { width?: number; height?: number; alpha?: number } = {},
): Promise<string> {
  const { width = 900, height = 1200, alpha } = size;
  const background = { r: 160, g: 0, b: 50, alpha: alpha ?? 1 };
  const picture = sharp({ create: { width, height, channels: alpha === undefined ? 3 : 4, background } });
  const path = join(folder, name);
  await writeFile(path, await picture.toFormat(name.endsWith('.png') ? 'png' : 'webp').toBuffer());
  return path;
}

/** What the SDK rejects with: `{message, http_code}`, inside `error` or bare. */
export function refusal(call: Promise<unknown>): Promise<{ message: string; http_code: number }> {
  return call.then(
    () => {
      throw new Error('was not refused');
    },
    (error: { error?: { message: string; http_code: number }; message: string; http_code: number }) =>
      error.error ?? error,
  );
}
