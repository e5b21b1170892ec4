import { Link } from '@rangavalli/web-kit/federation/router';
import css from './Tabs.module.css';

interface TabsProps {
  label: string;
  /** Of the screen; the first view has no parameter. */
  path: string;
  /** Labels by name. */
  views: readonly (readonly [name: string, label: string])[];
  view: string;
}

/** The views of a screen, chosen by `?view=`. */
export const Tabs = ({ label, path, views, view }: TabsProps) => (
  <nav className={css.tabs} aria-label={label}>
    {views.map(([name, text], index) => (
      <Link
        key={name}
        to={index === 0 ? path : `${path}?view=${name}`}
        aria-current={name === view ? 'page' : undefined}
      >
        {text}
      </Link>
    ))}
  </nav>
);
