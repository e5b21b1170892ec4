import { call } from '@rangavalli/web-kit/data/api';
import { uploadSigned } from '@rangavalli/web-kit/data/upload';

interface Purchase {
  orderId: string;
  productId: string;
}

/**
 * Uploads a photo or video for one slot of the purchase.
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
  return uploadSigned(upload, file, signal);
}
