import { useState } from 'react';
import type { DeliverySettings } from '@rangavalli/contracts/entities/delivery';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import { Panel } from '../layout/Panel.js';
import shared from '../layout/shared.module.css';
import css from './Delivery.module.css';
import { messages } from './messages.js';
import { problemsOf, type SaveSettings } from './use-delivery-settings.js';

interface CalendarProps {
  settings: DeliverySettings;
  save: SaveSettings;
}

type DateList = 'holidays' | 'festivals';
type NamedDate = DeliverySettings[DateList][number];

/** Days without work, and the festivals that product pages name. */
export const Calendar = (props: CalendarProps) => (
  <div className={css.columns}>
    <Dates list="holidays" text={messages.holidaysText} {...props} />
    <Dates list="festivals" text={messages.festivalsText} {...props} />
  </div>
);

function Dates({ list, text, settings, save }: CalendarProps & { list: DateList; text: string }) {
  const dates = settings[list];
  const [busyDate, setBusyDate] = useState<NamedDate>();
  const remove = async (removed: NamedDate) => {
    setBusyDate(removed);
    try {
      await save({ [list]: dates.filter((date) => date !== removed) });
    } catch (thrown) {
      toast.error(asApiError(thrown).message);
    } finally {
      setBusyDate(undefined);
    }
  };
  const { form, field, busy, failure } = useForm<'date' | 'name'>({
    fields: ['date', 'name'],
    validate: ({ date, name }) => ({
      date: date ? undefined : messages.enterDate,
      name: name.trim() ? undefined : messages.enterName,
    }),
    submit: async ({ date, name }) => {
      await save({ [list]: [...dates, { date, name: name.trim() }] });
      form.ref.current?.reset();
    },
  });
  return (
    <Panel title={messages[list]}>
      <p className={shared.empty}>{text}</p>
      {dates.length === 0 && <p>{messages.noDates}</p>}
      <ul className={css.dates}>
        {dates.map((entry) => (
          <li key={`${entry.date} ${entry.name}`}>
            <span>{entry.name}</span>
            <time dateTime={entry.date}>{formatDay(entry.date)}</time>
            <Button
              look="quiet"
              aria-label={messages.deleteOf(`${entry.name}, ${formatDay(entry.date)}`)}
              busy={busyDate === entry}
              disabled={busyDate !== undefined}
              onClick={() => void remove(entry)}
            >
              {messages.delete}
            </Button>
          </li>
        ))}
      </ul>
      <form className={css.addDate} {...form}>
        {failure && <Notice kind="error">{problemsOf(failure.details) || failure.message}</Notice>}
        <Input label={messages.name} {...field('name')} maxLength={60} required />
        <Input label={messages.date} type="date" {...field('date')} required />
        <Button type="submit" look="secondary" busy={busy}>
          {messages.add}
        </Button>
      </form>
    </Panel>
  );
}
