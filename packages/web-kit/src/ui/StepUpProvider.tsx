import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { needsStepUp, StepUpContext, type WithStepUp } from '../step-up/step-up.js';
import type { StepUpDialog as StepUpDialogType } from './StepUpDialog.js';

interface Confirmation {
  result: Promise<boolean>;
  settle: (isConfirmed: boolean) => void;
}

function newConfirmation(): Confirmation {
  let settle: Confirmation['settle'] = () => undefined;
  const result = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  return { result, settle };
}

/** Shows the dialog of `useStepUp` for the screens inside. Calls at the same time share one dialog. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const [Dialog, setDialog] = useState<typeof StepUpDialogType>();
  const pending = useRef<Confirmation>(undefined);
  const opener = useRef<Element>(null);
  const settle = useCallback((isConfirmed: boolean) => {
    pending.current?.settle(isConfirmed);
    pending.current = undefined;
    setDialog(undefined);
  }, []);
  useEffect(() => () => settle(false), [settle]);

  const withStepUp = useCallback<WithStepUp>(async (action) => {
    const pressed = document.activeElement;
    try {
      return await action();
    } catch (thrown) {
      if (!needsStepUp(thrown)) throw thrown;
      // A chunk of its own: it is needed once in ten minutes, on few screens.
      const loaded = await import('./StepUpDialog.js').catch(() => undefined);
      if (!loaded) throw thrown;
      pending.current ??= newConfirmation();
      opener.current = pressed;
      setDialog(() => loaded.StepUpDialog);
      if (!(await pending.current.result)) throw thrown;
      return action();
    }
  }, []);

  return (
    <StepUpContext value={withStepUp}>
      {children}
      {Dialog && <Dialog opener={opener.current} onConfirmed={() => settle(true)} onClose={() => settle(false)} />}
    </StepUpContext>
  );
}
