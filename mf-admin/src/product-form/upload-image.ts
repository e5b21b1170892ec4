import type { Image } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/api';

/**
 * Uploads a picture straight to the image host with fields that the catalog has signed.
 * Throws when the host refuses it.
 */
export async function uploadImage(file: File): Promise<Image> {
  const { upload } = await call('POST /products/images/signature');
  const form = new FormData();
  form.set('file', file);
  for (const [name, value] of Object.entries(upload.fields)) form.set(name, value);
  const response = await fetch(upload.url, { method: 'POST', body: form, signal: AbortSignal.timeout(60_000) });
  const answer = (await response.json()) as { public_id?: string; secure_url?: string };
  if (!response.ok || !answer.public_id || !answer.secure_url) throw new Error('The image host refused the picture.');
  return { public_id: answer.public_id, url: answer.secure_url };
}
