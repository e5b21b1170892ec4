import { useState } from 'react';
import { type ApiError, asApiError } from '../data/api-error.js';
import { currentSession } from '../session/session.js';
import { useEmailCode } from '../session/use-email-code.js';
import { messages } from '../step-up/messages.js';
import { Button } from './Button.js';
import { EmailCodeField } from './EmailCodeField.js';
import { FailureNotice } from './Notice.js';

/** For an account without a password: an emailed code is its proof. */
export function StepUpByEmail({ confirm }: { confirm: (proof: { emailCode: string }) => Promise<void> }) {
  const email = currentSession()?.user?.email ?? '';
  const code = useEmailCode();
  const [rejection, setRejection] = useState<ApiError>();
  const failure = rejection ?? code.failure;
  return (
    <>
      {failure && <FailureNotice failure={failure} fallback={messages.failed} />}
      {code.sentTo ? (
        <EmailCodeField
          email={email}
          code={code}
          onComplete={(emailCode) => {
            setRejection(undefined);
            confirm({ emailCode }).catch((thrown: unknown) => setRejection(asApiError(thrown)));
          }}
        />
      ) : (
        <Button busy={code.busy === 'sending'} onClick={() => void code.send(email)}>
          {messages.sendCode}
        </Button>
      )}
    </>
  );
}
