import type { ReactNode } from 'react';
import css from './Unseen.module.css';

/** Words for screen readers alone: what the eye takes from the place or the colour of their neighbours. */
export const Unseen = ({ children }: { children: ReactNode }) => <span className={css.unseen}>{children}</span>;
