import { useState } from 'react';
import type { DeliveryZone } from '@rangavalli/contracts/entities/delivery';
import { useForm } from '@rangavalli/web-kit/data/form';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Checkbox, Input } from '@rangavalli/web-kit/ui/Field';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import { FormActions } from '../layout/FormActions.js';
import shared from '../layout/shared.module.css';
import css from './Delivery.module.css';
import { messages } from './messages.js';
import { isAmount, isWhole } from './read-number.js';
import { states } from './states.js';
import { problemsOf } from './use-delivery-settings.js';

interface ZoneDialogProps {
  /** Missing for a new one. */
  zone: DeliveryZone | undefined;
  onClose: () => void;
  onSave: (zone: DeliveryZone) => Promise<void>;
}

const fields = ['name', 'pinPrefixes', 'from', 'to', 'charge', 'perExtraKg', 'freeFrom'] as const;
type Field = (typeof fields)[number];
type Values = Record<Field, string>;

const prefixesIn = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter(Boolean))];

function errorsOf({ name, pinPrefixes, from, to, charge, perExtraKg, freeFrom }: Values, stateCount: number) {
  const prefixes = prefixesIn(pinPrefixes);
  const hasDays = isWhole(from, 0, 60);
  const prefixError = prefixes.every((prefix) => /^[1-9]\d{0,5}$/.test(prefix)) ? undefined : messages.invalidPrefixes;
  const toError = isWhole(to, 0, 60) ? undefined : messages.invalidDays;
  return {
    name: name.trim() ? undefined : messages.enterName,
    pinPrefixes: prefixError ?? (prefixes.length + stateCount > 0 ? undefined : messages.enterWhere),
    from: hasDays ? undefined : messages.invalidDays,
    to: toError ?? (hasDays && Number(to) < Number(from) ? messages.invalidRange : undefined),
    charge: isAmount(charge) ? undefined : messages.invalidAmount,
    perExtraKg: !perExtraKg.trim() || isAmount(perExtraKg) ? undefined : messages.invalidAmount,
    freeFrom: !freeFrom.trim() || isAmount(freeFrom) ? undefined : messages.invalidAmount,
  };
}

/** Adds or edits a zone with its days and charges. */
export function ZoneDialog({ zone, onClose, onSave }: ZoneDialogProps) {
  const [selected, setSelected] = useState<readonly string[]>(zone?.states ?? []);
  const [cod, setCod] = useState(zone?.cod ?? true);
  const { form, field, busy, failure } = useForm<Field>({
    fields,
    validate: (values) => errorsOf(values, selected.length),
    submit: async ({ name, pinPrefixes, from, to, charge, perExtraKg, freeFrom }) =>
      onSave({
        name: name.trim(),
        states: [...selected],
        pinPrefixes: prefixesIn(pinPrefixes),
        days: { from: Number(from), to: Number(to) },
        cod,
        shipping: {
          charge: Number(charge),
          ...(perExtraKg.trim() ? { perExtraKg: Number(perExtraKg) } : {}),
          ...(freeFrom.trim() ? { freeFrom: Number(freeFrom) } : {}),
        },
      }),
  });
  const toggle = (code: string) =>
    setSelected((old) => (old.includes(code) ? old.filter((other) => other !== code) : [...old, code]));
  return (
    <Dialog title={zone ? messages.editZoneTitle : messages.addZoneTitle} onClose={onClose}>
      <form className={shared.stack} {...form}>
        {failure && <Notice kind="error">{problemsOf(failure.details) || failure.message}</Notice>}
        <Input label={messages.name} {...field('name')} defaultValue={zone?.name} maxLength={60} required />
        <Input
          label={messages.pinPrefixes}
          hint={messages.pinPrefixesHint}
          {...field('pinPrefixes')}
          defaultValue={zone?.pinPrefixes.join(', ')}
          inputMode="numeric"
          autoComplete="off"
        />
        <fieldset className={css.states}>
          <legend>{messages.states}</legend>
          <div>
            {states.map(([code, name]) => (
              <Checkbox key={code} label={name} checked={selected.includes(code)} onChange={() => toggle(code)} />
            ))}
          </div>
        </fieldset>
        <div className={css.pair}>
          <Input label={messages.from} {...field('from')} defaultValue={zone?.days.from} inputMode="numeric" required />
          <Input label={messages.to} {...field('to')} defaultValue={zone?.days.to} inputMode="numeric" required />
        </div>
        <Checkbox label={messages.allowCod} checked={cod} onChange={({ target }) => setCod(target.checked)} />
        <Input
          label={messages.shippingCharge}
          hint={messages.shippingHint}
          {...field('charge')}
          defaultValue={zone?.shipping.charge ?? 0}
          inputMode="decimal"
          required
        />
        <div className={css.pair}>
          <Input
            label={messages.perExtraKg}
            {...field('perExtraKg')}
            defaultValue={zone?.shipping.perExtraKg ?? 0}
            inputMode="decimal"
          />
          <Input
            label={messages.freeFrom}
            hint={messages.freeFromHint}
            {...field('freeFrom')}
            defaultValue={zone?.shipping.freeFrom}
            inputMode="decimal"
          />
        </div>
        <FormActions submit={messages.saveZone} busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
