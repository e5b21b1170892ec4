import type { CallRequest } from '@rangavalli/contracts/calls';
import { call } from '@rangavalli/web-kit/data/api';
import { type List, useList } from '../listing/use-list.js';
import { type ListParams, useDebounced } from '../listing/use-list-params.js';
import type { DispatchPageOf } from './DispatchFilters.js';

type Query = NonNullable<CallRequest<'GET /dispatch/orders'>['query']>;

/** Loads the queue with the filters of the address. */
export function useDispatchList(view: Query['view'], params: ListParams): List<DispatchPageOf> {
  const q = useDebounced(params.get('q').trim());
  const one = <T extends string>(name: string, allowed: readonly T[]) => allowed.find((x) => x === params.get(name));
  const query: Query = {
    view,
    q,
    due: one('due', ['today', 'overdue']),
    zone: params.get('zone') || undefined,
    cod: one('cod', ['true', 'false']),
    courier: view === 'ready' ? one('courier', ['own', 'shiprocket', 'delhivery']) : undefined,
  };
  return useList(`dispatch ${JSON.stringify(query)}`, params, (cursor, signal) =>
    call('GET /dispatch/orders', { query: { ...query, cursor } }, { signal }),
  );
}
