import type { ReactNode } from 'react';
import css from './VisuallyHidden.module.css';

export const VisuallyHidden = ({ children }: { children: ReactNode }) => <span className={css.hidden}>{children}</span>;
