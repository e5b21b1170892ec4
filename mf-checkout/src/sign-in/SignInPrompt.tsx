import { useLocation } from '@rangavalli/web-kit/federation/router';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { SIGN_IN_MESSAGE, loginPath } from './sign-in.js';

/** Stands in place of a screen that is only for people who have signed in. */
export function SignInPrompt({ text }: { text: string }) {
  const { pathname, search } = useLocation();
  return (
    <EmptyState title={SIGN_IN_MESSAGE} text={text}>
      <ButtonLink to={loginPath(pathname + search)}>Log in</ButtonLink>
    </EmptyState>
  );
}
