import { useState } from 'react';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { messages } from './messages.js';
import shared from './shared.module.css';

/** Leads to the login in another tab, which brings the session back. */
export function SessionEnded() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Dialog title={messages.sessionEnded} open={isOpen} onClose={() => setIsOpen(false)}>
      <div className={shared.stack}>
        <p>{messages.sessionEndedText}</p>
        <Link to="/login" target="_blank" data-autofocus>
          {messages.logIn}
        </Link>
      </div>
    </Dialog>
  );
}
