/** Allows for videos on slow connections, ms. */
const DEADLINE_MS = 300_000;

export interface SignedUpload {
  url: string;
  fields: Record<string, string>;
}

/**
 * Uploads a file to the image host with fields that a service has signed.
 * @returns its public id
 * @throws Error when the image host rejects it, it takes longer than five minutes, or `signal` aborts it
 */
export async function uploadSigned({ url, fields }: SignedUpload, file: File, signal?: AbortSignal): Promise<string> {
  const form = new FormData();
  form.set('file', file);
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const response = await fetch(url, {
    method: 'POST',
    body: form,
    credentials: 'omit',
    signal: AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(DEADLINE_MS)]),
  });
  const { public_id } = (await response.json()) as { public_id?: string };
  if (!response.ok || !public_id) throw new Error('The image host rejected the file.');
  return public_id;
}
