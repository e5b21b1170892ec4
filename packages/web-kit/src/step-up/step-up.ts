import { createContext, useContext } from 'react';
import { ApiError } from '../data/api-error.js';

/** Makes a call and, when it needs a fresh login, requests the password or second factor and repeats it. */
export type WithStepUp = <T>(action: () => Promise<T>) => Promise<T>;

/** Without a provider the call fails with STEP_UP_REQUIRED. */
export const StepUpContext = createContext<WithStepUp>((action) => action());

/** `const withStepUp = useStepUp(); await withStepUp(() => call('PUT /users/admin/{id}/role', …))` */
export const useStepUp = (): WithStepUp => useContext(StepUpContext);

/** Also what a cancelled dialog rejects with. */
export const needsStepUp = (thrown: unknown): thrown is ApiError =>
  thrown instanceof ApiError && thrown.code === 'STEP_UP_REQUIRED';
