import { brand } from '@rangavalli/contracts/brand';
import css from './SocialLinks.module.css';

const icons = {
  Facebook:
    'M13.5 21v-8h2.7l.4-3.2h-3.1V7.9c0-.9.3-1.6 1.6-1.6h1.7V3.4c-.3 0-1.3-.1-2.5-.1-2.5 0-4.1 1.5-4.1 4.2v2.3H7.4V13h2.8v8z',
  Instagram:
    'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3zm4 2.8a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4zm0 2a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4zM17 6a1.1 1.1 0 1 1 0 2.2A1.1 1.1 0 0 1 17 6z',
  YouTube:
    'M4.5 5.5C7 5 17 5 19.5 5.500c1.6.4 2.5 2.3 2.5 6.500s-.9 6.1-2.5 6.500c-2.5.5-12.5.5-15 0C2.9 18.1 2 16.2 2 12s.9-6.1 2.5-6.500zM10 8.700v6.600l5.6-3.300z',
  LinkedIn:
    'M4 9h3.600v11H4zm1.8-5.500a2.1 2.1 0 1 1 0 4.2 2.1 2.1 0 0 1 0-4.200zM10 9h3.400v1.500c.6-1 1.8-1.8 3.5-1.8 3.3 0 4.1 2 4.1 5V20h-3.600v-5.600c0-1.4-.2-2.6-1.8-2.600s-2 1.2-2 2.600V20H10z',
  Pinterest:
    'M12 2.500a9.5 9.5 0 0 0-3.5 18.300c-.1-.8-.1-2 .1-2.800l1.2-4.900s-.3-.6-.3-1.500c0-1.4.8-2.5 1.8-2.5.9 0 1.3.6 1.3 1.4 0 .9-.6 2.2-.8 3.4-.2 1 .5 1.8 1.5 1.8 1.8 0 3-2.3 3-5 0-2.1-1.4-3.6-3.9-3.6-2.9 0-4.7 2.2-4.7 4.5 0 .8.2 1.4.6 1.9.2.2.2.3.1.5l-.2.8c-.1.3-.3.4-.5.3-1.4-.6-2-2.1-2-3.8 0-2.9 2.4-6.3 7.2-6.3 3.9 0 6.4 2.8 6.4 5.8 0 4-2.2 6.9-5.4 6.9-1.1 0-2.1-.6-2.5-1.300l-.7 2.700c-.2.9-.8 1.8-1.2 2.500A9.5 9.5 0 1 0 12 2.500z',
  X: 'M4 4h4.700l4 5.500L17.5 4H20l-6.1 7.100L20.7 20H16l-4.4-6-5.2 6H3.800l6.6-7.600zm3.6 1.900L16.9 18h.9L8.5 5.900z',
} as const;

export function SocialLinks() {
  return (
    <ul className={css.links}>
      {Object.entries(brand.social).map(([name, address]) => (
        <li key={name}>
          <a href={address} target="_blank" rel="noopener noreferrer" aria-label={name}>
            <svg viewBox="0 0 24 24" width="16" height="16" fill="currentColor" aria-hidden="true">
              <path d={icons[name as keyof typeof icons]} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  );
}
