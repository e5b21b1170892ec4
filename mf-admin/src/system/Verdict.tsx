import { Link } from '@rangavalli/web-kit/federation/router';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { VisuallyHidden } from '@rangavalli/web-kit/ui/VisuallyHidden';
import { problemsOf, type Problem, processesOf, type System } from './problems.js';
import css from './SystemPage.module.css';

const toneWords = { red: 'Does not work', yellow: 'Needs a look', blue: 'Worth knowing' } as const;

const titleOf = (problems: readonly Problem[]): string => {
  const broken = problems.filter(({ tone }) => tone === 'red').length;
  const look = problems.filter(({ tone }) => tone === 'yellow').length;
  if (broken > 0) return broken === 1 ? 'One thing does not work.' : `${broken} things do not work.`;
  return look === 1 ? 'One thing needs a look.' : `${look} things need a look.`;
};

/** How the store is, in words: all well, or what is wrong. */
export function Verdict({ system }: { system: System }) {
  const problems = problemsOf(system);
  const tone = problems.find((problem) => problem.tone !== 'blue')?.tone ?? 'green';
  const processes = system.slices.flatMap(processesOf).length;
  return (
    <section className={css.verdict} data-tone={tone} aria-label="How the store is" aria-live="polite">
      <p className={css.title}>
        {tone === 'green' && <Icon name="check" />}
        {tone === 'green' ? 'All is well.' : titleOf(problems)}
      </p>
      {tone === 'green' && (
        <p className={css.all}>
          {system.slices.length} slices in {processes} processes answer.
        </p>
      )}
      {problems.length > 0 && (
        <ul className={css.problems}>
          {problems.map(({ tone: how, text, to }) => (
            <li key={text} data-tone={how}>
              <VisuallyHidden>{toneWords[how]}: </VisuallyHidden>
              {to ? <Link to={to}>{text}</Link> : text}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
