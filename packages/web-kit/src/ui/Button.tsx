import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from '@rangavalli/web-kit/router';
import { classNames } from '../class-names.js';
import css from './Button.module.css';

interface Look {
  /** `primary` once a screen; `secondary` beside it; `quiet` in rows; `danger` for what cannot be undone. */
  look?: 'primary' | 'secondary' | 'quiet' | 'danger';
  wide?: boolean;
  children: ReactNode;
}

const classes = ({ look = 'primary', wide = false }: Partial<Look>, more?: string) =>
  classNames(css.button, css[look], wide && css.wide, more);

/** A button; `type` is `button` unless told. While `busy` it takes no click and says so to screen readers. */
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

/** A link within the shop that looks like a button. */
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
