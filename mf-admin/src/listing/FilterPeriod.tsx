import { Input, Select } from '@rangavalli/web-kit/ui/Field';
import { messages } from './messages.js';
import { usualPeriods } from './periods.js';
import { type ListParams, useStoredText } from './use-list-params.js';

const CUSTOM = 'custom';

/** Filters by `from` and `to`, days in IST: a usual period, or two dates. */
export function FilterPeriod({ params }: { params: ListParams }) {
  const [from, to] = [params.get('from'), params.get('to')];
  const [fromText, setFromText] = useStoredText(from, (day) => params.set({ from: day }));
  const [toText, setToText] = useStoredText(to, (day) => params.set({ to: day }));
  const periods = usualPeriods();
  const usual = Object.entries(periods).find(([, period]) => period.from === from && period.to === to)?.[0] ?? '';
  const isCustom = params.get('period') === CUSTOM || (!usual && Boolean(from || to));
  const select = (name: string): void => {
    if (name === CUSTOM) return params.set({ period: CUSTOM });
    const period = Object.entries(periods).find(([one]) => one === name)?.[1];
    params.set({ period: '', from: period?.from ?? '', to: period?.to ?? '' });
  };
  return (
    <>
      <Select label={messages.period} value={isCustom ? CUSTOM : usual} onChange={({ target }) => select(target.value)}>
        {Object.entries(messages.periods).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
      {isCustom && (
        <>
          <Input
            label={messages.from}
            type="date"
            value={fromText}
            max={toText || undefined}
            onChange={({ target }) => setFromText(target.value)}
          />
          <Input
            label={messages.to}
            type="date"
            value={toText}
            min={fromText || undefined}
            error={toText && toText < fromText ? messages.endBeforeStart : undefined}
            onChange={({ target }) => setToText(target.value)}
          />
        </>
      )}
    </>
  );
}
