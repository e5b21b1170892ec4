import { z } from 'zod';
import { instant, line } from '../primitives.js';

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, 'Send base64url.');

/** Spaces, as apps show them, are ignored. */
export const totp = z
  .string()
  .max(12)
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Please enter the 6 digits.'));

/** Valid once, such as `k7m2p-x9q4t`. */
const recoveryCode = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9]{5}-?[a-z0-9]{5}$/, 'Please enter a recovery code such as k7m2p-x9q4t.');

const attachment = z.enum(['platform', 'cross-platform']).optional();
const extensionResults = z.record(z.string().max(60), z.unknown()).default({});

/** `AuthenticationResponseJSON` (WebAuthn level 3). The challenge in `clientDataJSON` identifies its options. */
export const passkeyAssertion = z
  .object({
    id: base64url(2000),
    rawId: base64url(2000),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url(4000),
      authenticatorData: base64url(4000),
      signature: base64url(4000),
      userHandle: base64url(200).optional(),
    }),
    clientExtensionResults: extensionResults,
    authenticatorAttachment: attachment,
  })
  .meta({ id: 'PasskeyAssertion' });
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

/** `RegistrationResponseJSON` (WebAuthn level 3). */
export const passkeyRegistration = z
  .object({
    id: base64url(2000),
    rawId: base64url(2000),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url(4000),
      attestationObject: base64url(20_000),
      authenticatorData: base64url(4000).optional(),
      transports: z.array(z.string().max(40)).max(10).optional(),
      publicKeyAlgorithm: z.int().optional(),
      publicKey: base64url(4000).optional(),
    }),
    clientExtensionResults: extensionResults,
    authenticatorAttachment: attachment,
  })
  .meta({ id: 'PasskeyRegistration' });
export type PasskeyRegistration = z.infer<typeof passkeyRegistration>;

/** `PublicKeyCredentialRequestOptionsJSON` or `PublicKeyCredentialCreationOptionsJSON`, for `navigator.credentials`. */
export const passkeyOptions = z.looseObject({ challenge: z.string() }).meta({ id: 'PasskeyOptions' });
export type PasskeyOptions = z.infer<typeof passkeyOptions>;

export const passkeyName = line(60);

export const passkey = z
  .object({ id: z.string(), name: z.string(), createdAt: instant, lastUsedAt: instant.optional() })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof passkey>;

/** `isRequired`: the role demands a second factor. `isSetUp`: it has an authenticator app or a passkey. */
export const secondFactor = z
  .object({
    isRequired: z.boolean(),
    isSetUp: z.boolean(),
    totp: z.boolean(),
    recoveryCodesLeft: z.int().min(0),
    passkeys: z.array(passkey),
  })
  .meta({ id: 'SecondFactor' });
export type SecondFactor = z.infer<typeof secondFactor>;

/** Shown once. */
export const recoveryCodes = z.array(z.string()).max(20);

export const secondFactorMethods = ['totp', 'passkey', 'recoveryCode'] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/** `details` of SECOND_FACTOR_REQUIRED: the password was right. `loginToken` is valid for five minutes. */
export const secondFactorDetails = z.object({
  loginToken: z.string(),
  methods: z.array(z.enum(secondFactorMethods)),
  /** With the method `passkey`. */
  passkeyOptions: passkeyOptions.optional(),
});
export type SecondFactorDetails = z.infer<typeof secondFactorDetails>;

const factors = {
  totp: totp.optional(),
  recoveryCode: recoveryCode.optional(),
  passkey: passkeyAssertion.optional(),
};
const isOne = (proofs: object): boolean => Object.values(proofs).filter((proof) => proof !== undefined).length === 1;

/** One of `totp`, `recoveryCode` and `passkey`. */
export const secondFactorProof = z
  .object({ ...factors, loginToken: z.string().trim().min(1).max(400) })
  .refine(
    ({ totp, recoveryCode, passkey }) => isOne({ totp, recoveryCode, passkey }),
    'Please give one of totp, recoveryCode and passkey.',
  );

/** Emailed; six digits. Spaces, as emails and keyboards add them, are ignored. */
export const loginCode = z
  .string()
  .max(20)
  .overwrite((text) => text.replaceAll(/\s/g, ''))
  .regex(/^\d{6}$/, 'Enter the 6 digits of the code.');

/** One of `password`, `totp`, `recoveryCode`, `passkey` and, of an account without the others, `emailCode`. */
export const stepUpProof = z
  .object({
    ...factors,
    password: z.string().min(1).max(128).optional(),
    emailCode: loginCode.optional(),
  })
  .refine(isOne, 'Please give one of password, totp, recoveryCode, passkey and emailCode.');
export type StepUpProof = z.infer<typeof stepUpProof>;
