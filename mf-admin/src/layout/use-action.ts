import { useState } from 'react';
import { asApiError, serverMessage } from '@rangavalli/web-kit/data/api-error';
import { toast } from '@rangavalli/web-kit/dom/toast';

/**
 * Does one thing at a time and tells how it went, in the server's words.
 * @param onDone after success and failure alike: what is shown is asked for again
 * @returns the name of what is being done, and the way to do it; it resolves to whether it went well
 */
export function useAction(onDone: () => void): {
  busy: string | undefined;
  run: (name: string, work: () => Promise<{ message: string }>) => Promise<boolean>;
} {
  const [busy, setBusy] = useState<string>();
  return {
    busy,
    run: async (name, work) => {
      setBusy(name);
      try {
        toast.success((await work()).message);
        return true;
      } catch (failure) {
        toast.error(serverMessage(asApiError(failure)) ?? 'Server error');
        return false;
      } finally {
        setBusy(undefined);
        onDone();
      }
    },
  };
}
