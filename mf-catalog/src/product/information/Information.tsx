import { useState } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { LazyPart } from '@rangavalli/web-kit/ui/LazyPart';
import { messages } from '../messages.js';
import css from '../ProductPage.module.css';

/** What the law on packaged goods requires, loaded when it is opened. */
export function Information({ product }: { product: Product }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={css.section} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className={css.summary}>{messages.information}</summary>
      {isOpen && (
        <LazyPart
          id="mf-catalog/information"
          load={async () => (await import('./InformationFacts.js')).InformationFacts}
          props={{ product }}
          failed={messages.informationFailed}
        />
      )}
    </details>
  );
}
