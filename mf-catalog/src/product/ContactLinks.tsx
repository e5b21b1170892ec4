import { brand } from '@rangavalli/contracts/brand';
import { useIsHydrated } from '@rangavalli/web-kit/dom/hydrated';
import { messages } from './messages.js';
import css from './ProductPage.module.css';

/** How to reach the shop about a product; WhatsApp only where the shop has a number. */
export function ContactLinks({ name, whatsApp = brand.whatsApp }: { name: string; whatsApp?: string }) {
  // The URL is known in the browser only.
  const url = useIsHydrated() ? `${window.location.origin}${window.location.pathname}` : '';
  const text = encodeURIComponent(messages.enquiry(name, url));
  return (
    <p className={css.share}>
      {whatsApp && (
        <a
          href={`https://wa.me/${whatsApp.replaceAll(/\D/g, '')}?text=${text}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          {messages.enquire}
        </a>
      )}
      <a href={`tel:${brand.phone.replaceAll(' ', '')}`}>{messages.call(brand.phone)}</a>
    </p>
  );
}
