import { useState } from 'react';
import { asApiError, serverMessage, type ApiError } from '@rangavalli/web-kit/data/api-error';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { needsStepUp, useStepUp } from '@rangavalli/web-kit/step-up/step-up';
import { messages } from './messages.js';

const defaultFailure = (error: ApiError): string => serverMessage(error) ?? messages.serverError;

/**
 * Runs one action at a time, after a step-up where it needs one, and shows its result as a toast.
 * @param onDone called after success and failure alike, to reload what is shown
 * @returns the key of the running action, and `run`, which resolves to whether the action succeeded
 */
export function useAction(onDone: () => void): {
  busy: string | undefined;
  run: (
    key: string,
    action: () => Promise<{ message: string }>,
    failureMessage?: (error: ApiError) => string,
  ) => Promise<boolean>;
} {
  const withStepUp = useStepUp();
  const [busy, setBusy] = useState<string>();
  return {
    busy,
    run: async (key, action, failureMessage = defaultFailure) => {
      setBusy(key);
      try {
        toast.success((await withStepUp(action)).message);
        return true;
      } catch (error) {
        // Closing the dialog of the step-up is the reader's own decision.
        if (!needsStepUp(error)) toast.error(failureMessage(asApiError(error)));
        return false;
      } finally {
        setBusy(undefined);
        onDone();
      }
    },
  };
}
