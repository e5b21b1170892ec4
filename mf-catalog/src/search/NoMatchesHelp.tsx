import { brand } from '@rangavalli/contracts/brand';
import { Link } from '@rangavalli/web-kit/federation/router';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { messages } from './messages.js';
import css from './SearchPage.module.css';

interface NoMatchesHelpProps {
  query: string;
  /** Of the shop, with the country code; empty without one. */
  whatsApp?: string;
}

/** The next steps after a search without matches. */
export function NoMatchesHelp({ query, whatsApp = brand.whatsApp }: NoMatchesHelpProps) {
  return (
    <>
      <div className={css.steps}>
        <ButtonLink to="/all" look="secondary">
          {messages.browseAll}
        </ButtonLink>
        {whatsApp && (
          <a
            className={css.whatsApp}
            href={`https://wa.me/${whatsApp.replaceAll(/\D/g, '')}?text=${encodeURIComponent(messages.whatsAppText(query))}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            {messages.whatsApp}
          </a>
        )}
      </div>
      <p className={css.popular}>
        {messages.popular}
        {messages.popularSearches.map((text) => (
          <Link key={text} to={`/search?q=${encodeURIComponent(text)}`}>
            {text}
          </Link>
        ))}
      </p>
    </>
  );
}
