import type { CallResponse } from '@rangavalli/contracts/calls';
import { FilterBar, FilterSelect } from '../listing/FilterBar.js';
import type { List } from '../listing/use-list.js';
import type { ListParams } from '../listing/use-list-params.js';
import { messages } from './messages.js';

export type DispatchPageOf = CallResponse<'GET /dispatch/orders'>;

/** The filters of orders to ship, or of parcels that are ready. */
export function DispatchFilters({
  params,
  list,
  isReady,
}: {
  params: ListParams;
  list: List<DispatchPageOf>;
  isReady: boolean;
}) {
  const { total, zones = [], couriers = [] } = list.first ?? {};
  return (
    <FilterBar params={params} what={messages.what} search={messages.search} found={total}>
      <FilterSelect params={params} name="due" label={messages.due} options={messages.dues} />
      <FilterSelect
        params={params}
        name="zone"
        label={messages.zone}
        options={{ '': messages.allZones, ...Object.fromEntries(zones.map((name) => [name, name])) }}
      />
      <FilterSelect params={params} name="cod" label={messages.payment} options={messages.payments} />
      {isReady && (
        <FilterSelect
          params={params}
          name="courier"
          label={messages.courier}
          options={{
            '': messages.allCouriers,
            ...Object.fromEntries(couriers.map((name) => [name, messages.couriers[name]])),
          }}
        />
      )}
    </FilterBar>
  );
}
