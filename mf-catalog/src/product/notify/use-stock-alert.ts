import { useState } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';

/** What stands in the form. */
export interface Wish {
  productId: string;
  /** The empty text: any size. */
  size: string;
  /** Undefined: the address of the account. */
  email: string | undefined;
}

export interface WishFaults {
  size?: string;
  email?: string;
  /** What belongs to no field. */
  form?: string;
}

export interface StockAlert {
  busy: boolean;
  /** The server's own words, once it has taken the wish. */
  done: string | undefined;
  faults: WishFaults;
  /** It came back meanwhile. */
  inStock: boolean;
  setFaults: (faults: WishFaults) => void;
  ask: (wish: Wish) => Promise<void>;
  again: () => void;
}

function faultsOf(thrown: unknown): WishFaults {
  const { code, message, details } = asApiError(thrown);
  if (code === 'SIZE_UNKNOWN') return { size: message };
  const { email, size } = (code === 'VALIDATION_FAILED' ? (details?.['fields'] ?? {}) : {}) as {
    email?: string;
    size?: string;
  };
  return email || size ? { ...(email ? { email } : {}), ...(size ? { size } : {}) } : { form: message };
}

/** Asks for one letter when something can be bought again. */
export function useStockAlert(): StockAlert {
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<string>();
  const [faults, setFaults] = useState<WishFaults>({});
  const [inStock, setInStock] = useState(false);

  const ask = async ({ productId, size, email }: Wish) => {
    setBusy(true);
    setFaults({});
    setInStock(false);
    try {
      const { message } = await call('POST /stock-alerts', {
        body: { productId, size, ...(email === undefined ? {} : { email }) },
      });
      setDone(message);
    } catch (thrown) {
      setFaults(faultsOf(thrown));
      setInStock(asApiError(thrown).code === 'IN_STOCK');
    } finally {
      setBusy(false);
    }
  };
  const again = () => {
    setDone(undefined);
    setInStock(false);
  };
  return { busy, done, faults, inStock, setFaults, ask, again };
}
