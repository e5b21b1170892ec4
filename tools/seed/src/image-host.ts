import type { Image } from '@rangavalli/contracts/entities/product';
import { v2 as cloudinary } from 'cloudinary';
import { z } from 'zod';
import { Busy, patiently } from './retry.js';

const DEADLINE_MS = 60_000;
const uploaded = z.object({ public_id: z.string(), secure_url: z.string() });
// The SDK rejects with {message, http_code}, inside `error` or bare.
const refusal = z.union([
  z
    .object({ error: z.object({ message: z.string(), http_code: z.number().optional() }) })
    .transform(({ error }) => error),
  z.object({ message: z.string(), http_code: z.number().optional() }),
]);

/** Uploads a file under a fixed public id. The SDK signs with CLOUDINARY_URL, be it the stand-in's or a real account's. */
export function upload(file: string, publicId: string): Promise<Image> {
  return patiently(async () => {
    const answer: unknown = await cloudinary.uploader
      .upload(file, { public_id: publicId, overwrite: true, resource_type: 'image', timeout: DEADLINE_MS })
      .catch((error: unknown) => {
        const { message, http_code: status = 0 } = refusal.catch({ message: String(error) }).parse(error);
        const said = `Uploading ${publicId} failed with ${status || 'no answer'}: ${message}`;
        // 420 is Cloudinary's own "too many".
        if (status === 0 || status === 420 || status === 429 || status === 499 || status >= 500) throw new Busy(said);
        throw new Error(said);
      });
    const { public_id, secure_url } = uploaded.parse(answer);
    return { public_id, url: secure_url };
  });
}
