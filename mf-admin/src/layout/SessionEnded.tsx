import { useEffect, useState } from 'react';
import { Link, useNavigate } from '@rangavalli/web-kit/federation/router';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { messages } from './messages.js';
import css from './SessionEnded.module.css';

interface SessionEndedProps {
  /** The login in this tab, which drops what was entered. */
  leaveTo: string;
}

/** Leads to the login in another tab, which brings the session back. Until then, the dialog cannot be closed. */
export function SessionEnded({ leaveTo }: SessionEndedProps) {
  const navigate = useNavigate();
  const [closings, setClosings] = useState(0);
  const [opener] = useState(() => document.activeElement);
  // The page is visible again then, so that it can have the focus.
  useEffect(() => () => void (opener instanceof HTMLElement && opener.focus({ preventScroll: true })), [opener]);
  return (
    <Dialog key={closings} plain title={messages.sessionEnded} onClose={() => setClosings(closings + 1)}>
      <div className={css.frame}>
        <h2 className={css.title}>{messages.sessionEnded}</h2>
        <p className={css.text}>{messages.sessionEndedText}</p>
        <Link to="/login" target="_blank" data-autofocus>
          {messages.logIn}
        </Link>
        {/* No link: forms confirm before a link leaves their page. */}
        <Button look="quiet" onClick={() => void navigate(leaveTo, { replace: true })}>
          {messages.leavePage}
        </Button>
      </div>
    </Dialog>
  );
}
