import type { ReactNode } from 'react';
import { classNames } from '../dom/class-names.js';
import css from './Card.module.css';

export function Card({
  children,
  accent = false,
  className,
}: {
  children: ReactNode;
  accent?: boolean;
  className?: string | undefined;
}) {
  return <div className={classNames(css.card, accent && css.accent, className)}>{children}</div>;
}
