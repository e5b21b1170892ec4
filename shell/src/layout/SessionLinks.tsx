import { Link, useNavigate } from '@rangavalli/web-kit/federation/router';
import { logOut } from '@rangavalli/web-kit/session/log-out';
import { useSession } from '@rangavalli/web-kit/session/session';
import { messages } from './messages.js';
import css from './SessionLinks.module.css';

/** Shown while the account menu is loading or unavailable. */
export function SessionLinks({ onNavigate }: { onNavigate?: () => void }) {
  const session = useSession();
  const navigate = useNavigate();
  if (session) {
    const leave = () => {
      logOut();
      onNavigate?.();
      void navigate('/');
    };
    return (
      <button type="button" className={css.link} onClick={leave}>
        {messages.logout}
      </button>
    );
  }
  return (
    <span className={css.pair}>
      <Link to="/login" className={css.link} onClick={onNavigate}>
        {messages.login}
      </Link>
      <Link to="/register" className={css.strong} onClick={onNavigate}>
        {messages.signup}
      </Link>
    </span>
  );
}
