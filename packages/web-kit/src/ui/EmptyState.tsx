import type { ReactNode } from 'react';
import { WovenBorder } from './WovenBorder.js';
import css from './States.module.css';

interface EmptyStateProps {
  title: string;
  text?: string;
  /** `h1` when the screen has no other heading. */
  heading?: 'h1' | 'h2';
  children?: ReactNode;
}

export function EmptyState({ title, text, heading: Heading = 'h2', children }: EmptyStateProps) {
  return (
    <div className={css.state}>
      <div className={css.mark}>
        <WovenBorder />
      </div>
      <Heading className={css.title}>{title}</Heading>
      {text && <p className={css.text}>{text}</p>}
      {children}
    </div>
  );
}
