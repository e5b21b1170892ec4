import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v2 as cloudinary } from 'cloudinary';
import sharp from 'sharp';
import { createApp } from '../app.js';
import { readConfig } from '../config.js';

export { cloudinary };

const ACCOUNT = { cloud_name: 'shop', api_key: 'key', api_secret: 's3cret' };

export interface TestStandIn {
  url: string;
  deliveryUrl: string;
  folder: string;
  stop(): Promise<void>;
}

export async function startStandIn(existingFolder?: string): Promise<TestStandIn> {
  const folder = existingFolder ?? (await mkdtemp(join(tmpdir(), 'cloudinary-')));
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
    deliveryUrl: `${url}/shop/image/upload`,
    folder,
    stop: async () => {
      await app.close();
      if (!existingFolder) await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function buildPicture(
  folder: string,
  name: string,
  { width = 900, height = 1200, alpha }: { width?: number; height?: number; alpha?: number } = {},
): Promise<string> {
  const background = { r: 160, g: 0, b: 50, alpha: alpha ?? 1 };
  const picture = sharp({ create: { width, height, channels: alpha === undefined ? 3 : 4, background } });
  const path = join(folder, name);
  const format = name.split('.').at(-1) as 'png' | 'webp' | 'avif';
  await writeFile(path, await picture.toFormat(format).toBuffer());
  return path;
}

/** Returns what the SDK rejects with: `{message, http_code}`, inside `error` or bare. */
export function rejection(call: Promise<unknown>): Promise<{ message: string; http_code: number }> {
  return call.then(
    () => {
      throw new Error('expected a rejection');
    },
    (error: { error?: { message: string; http_code: number }; message: string; http_code: number }) =>
      error.error ?? error,
  );
}
