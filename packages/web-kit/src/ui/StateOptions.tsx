import { isIndia } from '@rangavalli/contracts/india';
import { indianStates } from '../format/india.js';

export function StateOptions({ id, country }: { id: string; country: string }) {
  return (
    <datalist id={id}>{isIndia(country) && indianStates.map((state) => <option key={state} value={state} />)}</datalist>
  );
}
