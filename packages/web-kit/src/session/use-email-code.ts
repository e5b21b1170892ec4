import { useRef, useState } from 'react';
import type { CallRequest, CallResponse } from '@rangavalli/contracts/calls';
import { call } from '../data/api.js';
import { asApiError, type ApiError } from '../data/api-error.js';

type Verification = CallRequest<'POST /users/otp/verify'>['body'];

export interface CodeState {
  busy: 'sending' | 'verifying' | undefined;
  failure: ApiError | undefined;
}

export interface EmailCode extends CodeState {
  /** The address of the last code; undefined before one was sent. */
  sentTo: string | undefined;
  /** Resolves with whether the code was sent. */
  send: (email: string) => Promise<boolean>;
  verify: (verification: Verification) => Promise<CallResponse<'POST /users/otp/verify'> | undefined>;
}

/** Sends and verifies a login code, one request at a time. The caller stores the session. */
export function useEmailCode(): EmailCode {
  const [sentTo, setSentTo] = useState<string>();
  const [busy, setBusy] = useState<EmailCode['busy']>();
  const [failure, setFailure] = useState<ApiError>();
  const isBusy = useRef(false);

  const once = async <T>(what: NonNullable<EmailCode['busy']>, work: () => Promise<T>): Promise<T | undefined> => {
    if (isBusy.current) return undefined;
    isBusy.current = true;
    setBusy(what);
    setFailure(undefined);
    try {
      return await work();
    } catch (thrown) {
      setFailure(asApiError(thrown));
      return undefined;
    } finally {
      isBusy.current = false;
      setBusy(undefined);
    }
  };

  return {
    sentTo,
    busy,
    failure,
    send: async (email) => {
      const sent = await once('sending', () => call('POST /users/otp', { body: { email } }));
      if (sent) setSentTo(email);
      return sent !== undefined;
    },
    verify: (verification) => once('verifying', () => call('POST /users/otp/verify', { body: verification })),
  };
}
