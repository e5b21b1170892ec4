import type { Image } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';

/** Allows for large images on slow connections, ms. */
const DEADLINE_MS = 120_000;

/**
 * Uploads an image to the image host with fields that the catalog has signed.
 * Uses XMLHttpRequest, because `fetch` does not report the progress of an upload.
 * @param onProgress receives the sent part, 0 to 1
 * @throws Error when the upload is rejected, takes too long, or is aborted
 */
export async function uploadImage(file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<Image> {
  const { upload } = await call('POST /products/images/signature', {}, { signal });
  const form = new FormData();
  form.set('file', file);
  for (const [name, value] of Object.entries(upload.fields)) form.set(name, value);
  const { public_id, secure_url } = await post(upload.url, form, onProgress, signal);
  if (!public_id || !secure_url) throw new Error('The image host rejected the image.');
  return { public_id, url: secure_url };
}

interface HostResponse {
  public_id?: string;
  secure_url?: string;
}

const post = (
  url: string,
  form: FormData,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<HostResponse> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new Error('The image could not be uploaded.'));
    request.open('POST', url);
    request.timeout = DEADLINE_MS;
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    request.addEventListener('load', () =>
      request.status < 300 ? resolve((request.response ?? {}) as HostResponse) : fail(),
    );
    for (const end of ['error', 'timeout', 'abort']) request.addEventListener(end, fail);
    signal.addEventListener('abort', () => request.abort());
    if (signal.aborted) fail();
    else request.send(form);
  });
