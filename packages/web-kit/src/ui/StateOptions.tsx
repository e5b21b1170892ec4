import { indianStates, isIndia } from '../format/india.js';

/** For an input with the `list` `id`; India only. */
export function StateOptions({ id, country }: { id: string; country: string }) {
  return (
    <datalist id={id}>{isIndia(country) && indianStates.map((state) => <option key={state} value={state} />)}</datalist>
  );
}
