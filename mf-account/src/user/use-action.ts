import { useState } from 'react';
import { asApiError, serverMessage } from '@rangavalli/web-kit/data/api-error';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { needsStepUp, useStepUp } from '@rangavalli/web-kit/step-up/step-up';

/**
 * Runs one action at a time, after a step-up where it needs one, and shows its result as a toast.
 *
 * @returns the key of the running action, and `run`, which resolves to the response, or undefined after a failure
 */
export function useAction() {
  const withStepUp = useStepUp();
  const [busy, setBusy] = useState<string>();
  const run = async <T extends { message?: string }>(key: string, action: () => Promise<T>): Promise<T | undefined> => {
    setBusy(key);
    try {
      const response = await withStepUp(action);
      if (response.message) toast.success(response.message);
      return response;
    } catch (thrown) {
      // Closing the dialog of the step-up is the visitor's own decision.
      if (!needsStepUp(thrown)) toast.error(serverMessage(asApiError(thrown)) ?? asApiError(thrown).message);
      return undefined;
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, run };
}
