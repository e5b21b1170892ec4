import type { HTMLAttributes } from 'react';
import css from './VisuallyHidden.module.css';

export const VisuallyHidden = ({
  as: Tag = 'span',
  ...attributes
}: { as?: 'span' | 'p' | 'h2' } & HTMLAttributes<HTMLElement>) => <Tag {...attributes} className={css.hidden} />;
