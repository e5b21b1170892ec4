import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { messages } from './messages.js';

export function LoadError({ onRetry }: { onRetry: () => void }) {
  return <ErrorState title={messages.sectionFailed} text={messages.tryAgain} onRetry={onRetry} />;
}
