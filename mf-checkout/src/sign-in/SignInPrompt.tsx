import { useLocation } from '@rangavalli/web-kit/federation/router';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { LOGIN_REQUIRED, loginPath } from './sign-in.js';

/** Shown instead of a screen that requires a login. */
export function SignInPrompt({ text }: { text: string }) {
  const { pathname, search } = useLocation();
  return (
    <EmptyState title={LOGIN_REQUIRED} text={text}>
      <ButtonLink to={loginPath(pathname + search)}>Log in</ButtonLink>
    </EmptyState>
  );
}
