import { z } from 'zod';

/** ALTCHA, version 1: find the `number` up to `maxnumber` for which SHA-256 of `salt + number` is `challenge`. */
export const challenge = z
  .object({
    algorithm: z.literal('SHA-256'),
    challenge: z.string().regex(/^[0-9a-f]{64}$/),
    maxnumber: z.int().min(1),
    salt: z.string().min(1),
    signature: z.string().min(1),
  })
  .meta({ id: 'Challenge' });
export type Challenge = z.infer<typeof challenge>;

/** `details` of CHALLENGE_REQUIRED. */
export const challengeDetails = z.object({ challenge });
export type ChallengeDetails = z.infer<typeof challengeDetails>;
