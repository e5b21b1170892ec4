import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type {
  PasskeyAssertion,
  PasskeyOptions,
  PasskeyRegistration,
} from '@rangavalli/contracts/entities/second-factor';
import { ApiError } from '../data/api-error.js';

const messages = {
  cancelled: 'The passkey request was cancelled or took too long. Please try again.',
  exists: 'This device already has a passkey for your account.',
  failed: 'This device could not use a passkey. Please try again, or use another way.',
};

export const hasPasskeySupport = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** Requests from the device a passkey of the shop. @throws ApiError with a message for the visitor */
export const getPasskey = (options: PasskeyOptions): Promise<PasskeyAssertion> =>
  explainFailure(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    return startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON });
  }) as Promise<PasskeyAssertion>;

/** Creates a passkey on the device. @throws ApiError with a message for the visitor */
export const createPasskey = (options: PasskeyOptions): Promise<PasskeyRegistration> =>
  explainFailure(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser');
    return startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON });
  }) as Promise<PasskeyRegistration>;

async function explainFailure(request: () => Promise<unknown>): Promise<unknown> {
  try {
    return await request();
  } catch (thrown) {
    const name = thrown instanceof Error ? thrown.name : '';
    const message =
      name === 'NotAllowedError' || name === 'AbortError'
        ? messages.cancelled
        : name === 'InvalidStateError'
          ? messages.exists
          : messages.failed;
    throw new ApiError('PASSKEY_INVALID', message, 400);
  }
}
