import type { PersonalisationField } from '@rangavalli/contracts/entities/personalisation';
import { checkPersonalisation } from '@rangavalli/contracts/personalisation-check';

/** Returns what was entered in the fields of the box, and a sentence per label that is refused. */
export function readPersonalisation(box: HTMLElement | null, fields: readonly PersonalisationField[]) {
  const entered = fields.flatMap(({ label }, index) => {
    const control = box?.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="personalisation-${index}"]`);
    return control ? [{ label, value: control.value }] : [];
  });
  return checkPersonalisation(fields, entered);
}
