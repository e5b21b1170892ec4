import type { ReturnableGoods } from '@rangavalli/contracts/return-rule';
import { call } from '../data/api.js';
import { useQuery } from '../data/query.js';
import { describeReturns } from '../format/return-terms.js';

interface ReturnTermsProps {
  goods: ReturnableGoods;
  deliveredAt?: string | undefined;
  className?: string | undefined;
}

/** Whether and until when an item can be returned. An empty line until the shop's rule is known. */
export function ReturnTerms({ goods, deliveredAt, className }: ReturnTermsProps) {
  const { data } = useQuery('shop', (signal) => call('GET /shop', {}, { signal }));
  return <p className={className}>{data ? describeReturns(goods, data.shop, deliveredAt) : '\u00A0'}</p>;
}
