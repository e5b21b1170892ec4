import { useState } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { SearchInput } from '../layout/SearchInput.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';

const SHOWN = 5;
const MIN_LENGTH = 2;

/** Finds products by name and adds them. */
export function ProductPicker({ onAdd }: { onAdd: (product: Product) => void }) {
  const [text, setText] = useState('');
  const q = text.trim();
  const { data, error } = useQuery(q.length < MIN_LENGTH ? undefined : `phone order products ${q}`, (signal) =>
    call('GET /products/getAll', { query: { q, limit: SHOWN } }, { signal }),
  );
  return (
    <div className={shared.stack}>
      <SearchInput
        label={messages.search}
        hint={messages.searchHint}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {error && <p role="alert">{messages.searchFailed}</p>}
      {data?.products.length === 0 && <p role="status">{messages.noProducts}</p>}
      {data && data.products.length > 0 && (
        <ul>
          {data.products.map((product) => (
            <li key={product._id}>
              {product.name}, {formatRupees(product.sale?.price ?? product.price)}{' '}
              <Button
                look="quiet"
                disabled={product.stock === 0}
                aria-label={messages.add(product.name)}
                onClick={() => onAdd(product)}
              >
                {messages.addShort}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
