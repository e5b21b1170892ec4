import type { DeliverySettings } from '@rangavalli/contracts/entities/delivery';
import { useForm } from '@rangavalli/web-kit/data/form';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import { Panel } from '../layout/Panel.js';
import shared from '../layout/shared.module.css';
import { categories } from '../products/find-products.js';
import css from './Delivery.module.css';
import { messages } from './messages.js';
import { isWhole } from './read-number.js';
import { problemsOf, type SaveSettings } from './use-delivery-settings.js';

interface TimesProps {
  settings: DeliverySettings;
  save: SaveSettings;
}

type Group = 'handlingDays' | 'weightGrams';
const nameOf = (group: Group, category: string): string => `${group}.${category}`;
const fields = [
  'shopPincode',
  'cutoffHour',
  ...categories.flatMap((category) => [nameOf('handlingDays', category), nameOf('weightGrams', category)]),
];

function errorOf(name: string, text = ''): string | undefined {
  if (name === 'shopPincode') return /^[1-9]\d{5}$/.test(text.trim()) ? undefined : messages.invalidPin;
  if (name === 'cutoffHour') return isWhole(text, 0, 24) ? undefined : messages.invalidHour;
  if (name.startsWith('weightGrams')) return isWhole(text, 1, 50_000) ? undefined : messages.invalidWeight;
  return isWhole(text, 0, 60) ? undefined : messages.invalidDays;
}

/** How long a product takes until dispatch and what it weighs, by category. */
export function Times({ settings, save }: TimesProps) {
  const { form, field, busy, failure } = useForm<string>({
    fields,
    validate: (values) => Object.fromEntries(fields.map((name) => [name, errorOf(name, values[name])])),
    submit: (values) => {
      const numbers = (group: Group) =>
        Object.fromEntries(
          categories.map((category) => [category, Number(values[nameOf(group, category)])]),
        ) as DeliverySettings[Group];
      return save({
        shopPincode: values['shopPincode']?.trim() ?? '',
        cutoffHour: Number(values['cutoffHour']),
        handlingDays: numbers('handlingDays'),
        weightGrams: numbers('weightGrams'),
      });
    },
  });
  return (
    <Panel title={messages.times}>
      <form className={shared.stack} {...form}>
        <p className={shared.empty}>{messages.timesText}</p>
        {failure && <Notice kind="error">{problemsOf(failure.details) || failure.message}</Notice>}
        <div className={css.pair}>
          <Input
            label={messages.shopPincode}
            hint={messages.shopPincodeHint}
            {...field('shopPincode')}
            defaultValue={settings.shopPincode}
            inputMode="numeric"
            required
          />
          <Input
            label={messages.cutoffHour}
            hint={messages.cutoffHint}
            {...field('cutoffHour')}
            defaultValue={settings.cutoffHour}
            inputMode="numeric"
            required
          />
        </div>
        {categories.map((category) => (
          <div key={category} className={css.pair}>
            {(['handlingDays', 'weightGrams'] as const).map((group) => (
              <Input
                key={group}
                label={messages[group](category)}
                {...field(nameOf(group, category))}
                defaultValue={settings[group][category]}
                inputMode="numeric"
                required
              />
            ))}
          </div>
        ))}
        <div className={shared.actions}>
          <Button type="submit" busy={busy}>
            {messages.save}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
