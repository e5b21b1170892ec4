import { useId, type ReactNode, type RefObject } from 'react';
import { Card } from '@rangavalli/web-kit/ui/Card';
import css from './SecurityCard.module.css';

interface SecurityCardProps {
  title: string;
  lead?: ReactNode;
  /** Whether it is on. */
  badge?: ReactNode;
  headingRef?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}

export function SecurityCard({ title, lead, badge, headingRef, children }: SecurityCardProps) {
  const id = useId();
  return (
    <Card>
      <section aria-labelledby={id}>
        <div className={css.line}>
          <h2 className={css.heading} id={id} ref={headingRef} tabIndex={-1}>
            {title}
          </h2>
          {badge}
        </div>
        {lead && <p className={css.lead}>{lead}</p>}
        {children}
      </section>
    </Card>
  );
}
