import type { AccountMenuProps } from '@rangavalli/contracts/fragments';
import { logOut } from '@rangavalli/web-kit/session/log-out';
import { Link, useNavigate } from '@rangavalli/web-kit/federation/router';
import { useSession } from '@rangavalli/web-kit/session/session';
import css from './AccountMenu.module.css';
import { messages } from './messages.js';

/** Specification §2 "Header". */
export default function AccountMenu({ onNavigate, layout = 'bar' }: AccountMenuProps) {
  const session = useSession();
  const navigate = useNavigate();
  const className = layout === 'bar' ? css.bar : css.list;
  if (!session) {
    return (
      <div className={className} data-boundary="mf-account">
        <Link className={css.item} to="/login" onClick={onNavigate}>
          {messages.login}
        </Link>
        <Link className={css.strong} to="/register" onClick={onNavigate}>
          {messages.signup}
        </Link>
      </div>
    );
  }
  const leave = () => {
    logOut();
    onNavigate?.();
    void navigate('/');
  };
  const isAdmin = session.user?.role === 'admin';
  return (
    <div className={className} data-boundary="mf-account">
      <Link className={css.item} to={isAdmin ? '/admin/dashboard' : '/user/dashboard'} onClick={onNavigate}>
        {isAdmin ? messages.admin : messages.account}
      </Link>
      <button className={css.strong} type="button" onClick={leave}>
        {messages.logout}
      </button>
    </div>
  );
}
