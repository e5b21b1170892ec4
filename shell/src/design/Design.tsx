import type { ReactNode } from 'react';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Actions } from './Actions.js';
import { Fields } from './Fields.js';
import { Foundations } from './Foundations.js';
import { Frames } from './Frames.js';
import { Showing } from './Showing.js';
import { States } from './States.js';
import css from './Design.module.css';

const sections: readonly (readonly [id: string, title: string, content: () => ReactNode])[] = [
  ['foundations', 'Colour, type and motif', Foundations],
  ['actions', 'Buttons, links and steppers', Actions],
  ['fields', 'Fields', Fields],
  ['showing', 'Badges, prices, cards, pictures and tables', Showing],
  ['states', 'Loading, empty and error states, toasts and dialogs', States],
  ['frames', 'Pages, areas and error boundaries', Frames],
];

export default function Design() {
  return (
    <Page title="Design" lead="All components of web-kit in all their states.">
      <nav aria-label="Sections" className={css.index}>
        {sections.map(([id, title]) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      {sections.map(([id, title, Content]) => (
        <section key={id} id={id} className={css.section} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{title}</h2>
          <Content />
        </section>
      ))}
    </Page>
  );
}
