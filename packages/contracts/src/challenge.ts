// No zod: runs in browsers.

/** Carries the solution of a challenge: base64 of its JSON (ALTCHA, proof of work version 1). */
export const CHALLENGE_HEADER = 'x-challenge-solution';
