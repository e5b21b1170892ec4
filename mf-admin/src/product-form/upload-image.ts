import type { Image } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';

/** A picture on a slow line takes its time, ms. */
const DEADLINE_MS = 120_000;

/**
 * Uploads a picture straight to the image host with fields that the catalog has signed.
 * By XMLHttpRequest, because `fetch` does not tell how much has been sent.
 * @param onProgress is told the part that has been sent, 0 to 1
 * @throws when the host refuses it, does not answer in time, or `signal` ends it
 */
export async function uploadImage(file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<Image> {
  const { upload } = await call('POST /products/images/signature', {}, { signal });
  const form = new FormData();
  form.set('file', file);
  for (const [name, value] of Object.entries(upload.fields)) form.set(name, value);
  const answer = await post(upload.url, form, onProgress, signal);
  if (!answer.public_id || !answer.secure_url) throw new Error('The image host refused the picture.');
  return { public_id: answer.public_id, url: answer.secure_url };
}

interface HostAnswer {
  public_id?: string;
  secure_url?: string;
}

function post(
  url: string,
  form: FormData,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<HostAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new Error('The picture could not be sent.'));
    request.open('POST', url);
    request.timeout = DEADLINE_MS;
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    request.addEventListener('load', () =>
      request.status < 300 ? resolve((request.response ?? {}) as HostAnswer) : fail(),
    );
    for (const end of ['error', 'timeout', 'abort']) request.addEventListener(end, fail);
    signal.addEventListener('abort', () => request.abort());
    if (signal.aborted) fail();
    else request.send(form);
  });
}
