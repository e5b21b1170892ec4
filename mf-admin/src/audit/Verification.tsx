import { useState } from 'react';
import type { AuditVerification } from '@rangavalli/contracts/entities/audit';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError, type ApiError } from '@rangavalli/web-kit/data/api-error';
import { formatDateTime } from '@rangavalli/web-kit/format/dates';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { FailureNotice, Notice } from '@rangavalli/web-kit/ui/Notice';
import { messages as layout } from '../layout/messages.js';
import css from './AuditPage.module.css';
import { messages } from './messages.js';

/** The whole chain is hashed again. */
const DEADLINE_MS = 32_000;

/** Verifies the hash chain of the audit log on request. */
export function Verification() {
  const [isBusy, setIsBusy] = useState(false);
  const [verification, setVerification] = useState<AuditVerification>();
  const [failure, setFailure] = useState<ApiError>();
  const verify = async () => {
    setIsBusy(true);
    setFailure(undefined);
    setVerification(undefined);
    try {
      const options = { deadlineMs: DEADLINE_MS };
      setVerification((await call('GET /operations/audit/verification', {}, options)).verification);
    } catch (thrown) {
      setFailure(asApiError(thrown));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <div className={css.verification}>
      <p className={css.verify}>
        <Button look="secondary" busy={isBusy} onClick={() => void verify()}>
          {messages.verify}
        </Button>
        <span className={css.hint}>{messages.verifyHint}</span>
      </p>
      {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
      {verification && <Result verification={verification} />}
    </div>
  );
}

function Result({
  verification: { isValid, entries, verifiedAt, lastHash, firstInvalid },
}: {
  verification: AuditVerification;
}) {
  if (!isValid)
    return (
      <Notice kind="error">{messages.invalid(firstInvalid?.sequence ?? entries, firstInvalid?.reason ?? '')}</Notice>
    );
  return (
    <Notice kind="success">
      <p>{messages.valid(entries.toLocaleString('en-IN'), formatDateTime(verifiedAt))}</p>
      {lastHash && (
        <details className={css.more}>
          <summary>{messages.lastHash}</summary>
          <p>{messages.lastHashHint}</p>
          <code className={css.hash}>{lastHash}</code>
        </details>
      )}
    </Notice>
  );
}
