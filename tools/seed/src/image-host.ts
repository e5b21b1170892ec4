import type { Image } from '@rangavalli/contracts/entities/product';
import { v2 as cloudinary } from 'cloudinary';
import { z } from 'zod';
import type { PictureFile } from './catalogue.js';
import { TemporaryError, withRetries } from './retry.js';

const TIMEOUT_MS = 60_000;
const uploadResponse = z.object({ public_id: z.string(), secure_url: z.string() });
const details = z.object({ message: z.string(), http_code: z.number().optional() });
// The SDK rejects with {message, http_code}, inside `error` or bare.
const sdkError = z.union([z.object({ error: details }).transform(({ error }) => error), details]);

export function upload({ file, publicId }: PictureFile): Promise<Image> {
  return withRetries(async () => {
    const response: unknown = await cloudinary.uploader
      .upload(file, { public_id: publicId, overwrite: true, resource_type: 'image', timeout: TIMEOUT_MS })
      .catch((error: unknown) => {
        const { message, http_code: status = 0 } = sdkError.catch({ message: String(error) }).parse(error);
        const text = `Uploading ${publicId} failed with ${status || 'no response'}: ${message}`;
        // 420 and 499 are Cloudinary's rate limit and timeout.
        throw [0, 420, 429, 499].includes(status) || status >= 500 ? new TemporaryError(text) : new Error(text);
      });
    const { public_id, secure_url } = uploadResponse.parse(response);
    return { public_id, url: secure_url };
  });
}
