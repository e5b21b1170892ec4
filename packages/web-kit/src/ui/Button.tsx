import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from '@rangavalli/web-kit/federation/router';
import { classNames } from '../dom/class-names.js';
import css from './Button.module.css';

interface Look {
  /** `primary` once per screen; `danger` for what cannot be undone. */
  look?: 'primary' | 'secondary' | 'quiet' | 'danger';
  wide?: boolean;
  children: ReactNode;
}

const classes = ({ look = 'primary', wide = false }: Partial<Look>, more?: string) =>
  classNames(css.button, css[look], wide && css.wide, more);

export function Button({
  look,
  wide,
  busy = false,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: Look & { busy?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy}
      className={classes({ look, wide }, className)}
    >
      {busy && <span className={css.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}

export function ButtonLink({
  to,
  look,
  wide,
  className,
  children,
  onClick,
}: Look & { to: string; className?: string; onClick?: () => void }) {
  return (
    <Link to={to} onClick={onClick} className={classes({ look, wide }, className)}>
      {children}
    </Link>
  );
}
