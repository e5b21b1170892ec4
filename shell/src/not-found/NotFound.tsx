import { usePageHead } from '@rangavalli/web-kit/dom/page-head';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';

export function NotFound() {
  usePageHead({ title: 'Page not found' });
  return (
    <EmptyState
      heading="h1"
      title="Page not found"
      text="The page may have moved, or the address may be misspelt. Check the address, or go to the home page."
    >
      <ButtonLink to="/">Go to Home</ButtonLink>
    </EmptyState>
  );
}
