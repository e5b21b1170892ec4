import { useEffect, useState } from 'react';
import { Link, useNavigate } from '@rangavalli/web-kit/federation/router';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import css from './UserLayout.module.css';

/** Not in `messages.ts`, which every page of the area loads. */
const messages = {
  sessionEnded: 'Your session has ended.',
  sessionEndedText: 'Log in again in a new tab, then continue here. What you have entered is kept.',
  logIn: 'Log in',
  leavePage: 'Leave this page without saving',
};

interface SessionEndedProps {
  /** The login in this tab, which drops what was entered. */
  leaveTo: string;
  /** Gets the focus again. */
  opener: Element | null;
}

/** Leads to the login in another tab, which brings the session back. Until then, the dialog cannot be closed. */
export function SessionEnded({ leaveTo, opener: focused }: SessionEndedProps) {
  const navigate = useNavigate();
  const [closings, setClosings] = useState(0);
  const [opener] = useState(focused);
  // The page is visible again then, so that it can have the focus.
  useEffect(() => () => void (opener instanceof HTMLElement && opener.focus({ preventScroll: true })), [opener]);
  return (
    <Dialog key={closings} plain title={messages.sessionEnded} onClose={() => setClosings(closings + 1)}>
      <div className={css.ended}>
        <h2>{messages.sessionEnded}</h2>
        <p>{messages.sessionEndedText}</p>
        <Link to="/login" target="_blank" data-autofocus>
          {messages.logIn}
        </Link>
        <Button look="quiet" onClick={() => void navigate(leaveTo, { replace: true })}>
          {messages.leavePage}
        </Button>
      </div>
    </Dialog>
  );
}
