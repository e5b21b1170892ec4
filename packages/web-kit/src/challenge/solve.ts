import type { Challenge } from '@rangavalli/contracts/entities/challenge';

/** Digests at a time: a batch keeps the page busy for a few milliseconds only. */
const BATCH = 128;

/**
 * Solves a proof of work. Browsers compute the digests in threads of their own, so that the page stays responsive
 * without a worker, whose script could not be checked for its integrity.
 *
 * @returns the value of the header CHALLENGE_HEADER
 * @throws Error when no number solves it
 */
export async function solve(challenge: Challenge): Promise<string> {
  const number = await findNumber(challenge);
  if (number === undefined) throw new Error('The challenge could not be solved.');
  const { algorithm, challenge: digest, salt, signature } = challenge;
  return btoa(JSON.stringify({ algorithm, challenge: digest, number, salt, signature }));
}

async function findNumber({ algorithm, challenge, salt, maxnumber }: Challenge): Promise<number | undefined> {
  const encoder = new TextEncoder();
  const wanted = Uint8Array.from(challenge.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  const isWanted = (digest: ArrayBuffer) => {
    const bytes = new Uint8Array(digest);
    return wanted.every((byte, index) => byte === bytes[index]);
  };
  for (let start = 0; start <= maxnumber; start += BATCH) {
    const length = Math.min(BATCH, maxnumber - start + 1);
    const digests = await Promise.all(
      Array.from({ length }, (_none, index) =>
        crypto.subtle.digest(algorithm, encoder.encode(`${salt}${start + index}`)),
      ),
    );
    const found = digests.findIndex(isWanted);
    if (found >= 0) return start + found;
  }
  return undefined;
}
