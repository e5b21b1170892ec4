import { Page } from '@rangavalli/web-kit/ui/Page';
import css from './Design.module.css';
import { sections } from './samples.js';

export default function Design() {
  return (
    <Page title="Design" lead="All components of web-kit in all their states.">
      <nav aria-label="Sections" className={css.index}>
        {sections.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      {sections.map(({ id, title, samples }) => (
        <section key={id} id={id} className={css.section} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{title}</h2>
          <div className={css.samples}>
            {samples.map(([name, content, size]) => (
              <figure key={name} className={`${css.sample} ${size === 'full' ? css.full : ''}`}>
                <div className={css.stage}>{size === 'wide' ? <div className={css.wide}>{content}</div> : content}</div>
                <figcaption>{name}</figcaption>
              </figure>
            ))}
          </div>
        </section>
      ))}
    </Page>
  );
}
