import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { chipsOf, cleared, type Change, type Choices } from './choices.js';
import css from './Chips.module.css';

/** What is chosen, each to be taken away. */
export function Chips({ choices, onChange }: { choices: Choices; onChange: (change: Change) => void }) {
  const chips = chipsOf(choices);
  if (chips.length === 0) return null;
  return (
    <ul className={css.chips} aria-label="Chosen filters">
      {chips.map(({ label, undo }) => (
        <li key={label}>
          <button
            type="button"
            className={css.chip}
            aria-label={`Remove filter ${label}`}
            onClick={() => onChange(undo)}
          >
            {label}
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={css.clear} onClick={() => onChange(cleared)}>
          Clear all
        </button>
      </li>
    </ul>
  );
}
