import { serverMessage, type ApiError } from '@rangavalli/web-kit/data/api-error';
import { Notice } from './Notice.js';

/**
 * Why a form was not taken, in the words of specification §8: the server's message, else `wordless`,
 * or, where no answer came at all, that something went wrong, with what is known of it.
 */
export function FailureNotice({ failure, wordless }: { failure: ApiError; wordless: string }) {
  if (failure.status > 0) return <Notice kind="error">{serverMessage(failure) ?? wordless}</Notice>;
  return (
    <Notice kind="error">
      <strong>Something went wrong</strong>
      <br />
      {failure.message}
    </Notice>
  );
}
