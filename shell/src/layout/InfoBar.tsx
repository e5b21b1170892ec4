import { brand } from '@rangavalli/contracts/brand';
import { SocialLinks } from './SocialLinks.js';
import css from './InfoBar.module.css';

/** The line above the header: who the shop is and how to reach it. Hidden once the header sticks. */
export function InfoBar({ hidden }: { hidden: boolean }) {
  return (
    <aside className={css.bar} data-hidden={hidden} aria-label="About the shop">
      <p className={css.facts}>
        <span className={css.registration}>Reg. No. {brand.registrationNumber}</span>
        <span>{brand.phone}</span>
        <span>{brand.email}</span>
      </p>
      <SocialLinks />
    </aside>
  );
}
