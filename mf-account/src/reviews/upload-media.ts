import { call } from '@rangavalli/web-kit/data/api';

/** Allows for videos on slow connections, ms. */
const DEADLINE_MS = 300_000;

interface Purchase {
  orderId: string;
  productId: string;
}

/**
 * Uploads a photo or video to the image host, with fields that the catalog has signed for one slot of the purchase.
 * @returns its public id
 * @throws ApiError when the catalog does not sign it; Error when the image host rejects it, or it takes too long
 */
export async function uploadMedia(
  purchase: Purchase,
  kind: 'photo' | 'video',
  slot: number,
  file: File,
  signal: AbortSignal,
): Promise<string> {
  const { upload } = await call('POST /reviews/media/signature', { body: { ...purchase, kind, slot } }, { signal });
  const form = new FormData();
  form.set('file', file);
  for (const [name, value] of Object.entries(upload.fields)) form.set(name, value);
  const response = await fetch(upload.url, {
    method: 'POST',
    body: form,
    credentials: 'omit',
    signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
  });
  const { public_id } = (await response.json()) as { public_id?: string };
  if (!response.ok || !public_id) throw new Error('The image host rejected the file.');
  return public_id;
}
