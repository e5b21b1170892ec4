import { brand } from '@rangavalli/contracts/brand';
import { NavLink } from '@rangavalli/web-kit/federation/router';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Fragment } from '@rangavalli/web-kit/ui/Fragment';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { useMenu } from '../pages/pages-context.js';
import { messages } from './messages.js';
import { SessionLinks } from './SessionLinks.js';
import css from './MobileMenu.module.css';

export function MobileMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const menu = useMenu();
  return (
    <Dialog title={messages.menu} open={open} onClose={onClose} variant="drawer" plain>
      <div className={css.sheet}>
        <div className={css.top}>
          <span className={css.brand}>{brand.name}</span>
          <button type="button" className={css.close} onClick={onClose} aria-label={messages.closeMenu}>
            <Icon name="close" />
          </button>
        </div>
        <nav aria-label={messages.collections}>
          {menu.map(({ to, label }) => (
            <NavLink key={to} to={to} onClick={onClose}>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className={css.session}>
          <Fragment
            name="AccountMenu"
            props={{ layout: 'list', onNavigate: onClose }}
            loading={<SessionLinks onNavigate={onClose} />}
            failed={() => <SessionLinks onNavigate={onClose} />}
          />
        </div>
      </div>
    </Dialog>
  );
}
