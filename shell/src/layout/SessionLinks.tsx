import { logOut } from '@rangavalli/web-kit/session/log-out';
import { Link, useNavigate } from '@rangavalli/web-kit/federation/router';
import { useSession } from '@rangavalli/web-kit/session/session';
import css from './SessionLinks.module.css';

/** Login and Signup, or Logout: what stands there while the account slice's own menu is not. */
export function SessionLinks({ onNavigate }: { onNavigate?: () => void }) {
  const session = useSession();
  const navigate = useNavigate();
  if (session) {
    const leave = () => {
      logOut();
      onNavigate?.();
      navigate('/');
    };
    return (
      <button type="button" className={css.link} onClick={leave}>
        Logout
      </button>
    );
  }
  return (
    <span className={css.pair}>
      <Link to="/login" className={css.link} onClick={onNavigate}>
        Login
      </Link>
      <Link to="/register" className={css.strong} onClick={onNavigate}>
        Signup
      </Link>
    </span>
  );
}
