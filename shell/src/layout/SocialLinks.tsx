import { brand } from '@rangavalli/contracts/brand';
import { socialMarks } from './social-marks.js';
import css from './SocialLinks.module.css';

/** The shop elsewhere, each in a new tab. */
export function SocialLinks() {
  return (
    <ul className={css.links}>
      {Object.entries(brand.social).map(([name, address]) => (
        <li key={name}>
          <a href={address} target="_blank" rel="noopener noreferrer" aria-label={name}>
            <svg viewBox="0 0 24 24" width="16" height="16" fill="currentColor" aria-hidden="true">
              <path d={socialMarks[name as keyof typeof socialMarks]} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  );
}
