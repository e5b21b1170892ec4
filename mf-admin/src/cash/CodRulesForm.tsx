import { useState } from 'react';
import type { CodSettings } from '@rangavalli/contracts/entities/cash';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { useStepUp } from '@rangavalli/web-kit/step-up/step-up';
import { Checkbox, Input, Textarea } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { LoadError } from '../layout/LoadError.js';
import { messages as layout } from '../layout/messages.js';
import { OwnerActions } from '../layout/OwnerActions.js';
import { Panel } from '../layout/Panel.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';

/** When cash on delivery is offered, and for how much. */
export function CodRulesForm() {
  const query = useQuery('cod settings', (signal) => call('GET /payments/cod/settings', {}, { signal }));
  if (!query.data) {
    if (query.error) return <LoadError title={messages.rulesFailed} query={query} />;
    return (
      <div role="status" aria-label={layout.loading(messages.rulesWhat)}>
        <Skeleton height="30rem" />
      </div>
    );
  }
  return (
    <Panel title={messages.rulesTitle}>
      <RulesForm settings={query.data.settings} />
    </Panel>
  );
}

const MAX_ADVANCE_PERCENT = 90;
const isAmount = (text: string): boolean => /^\d+(\.\d{1,2})?$/.test(text.trim());
const isWhole = (text: string): boolean => /^\d+$/.test(text.trim());
const isCount = (text: string): boolean => isWhole(text) && Number(text) > 0;
const pinsOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);
const arePins = (text: string): boolean => pinsOf(text).every((pin) => /^[1-9]\d{2,5}$/.test(pin));

function RulesForm({ settings }: { settings: CodSettings }) {
  const mayChange = usePermissions()('payments.settings');
  const withStepUp = useStepUp();
  const [isEnabled, setIsEnabled] = useState(settings.isEnabled);
  const [allowsPersonalised, setAllowsPersonalised] = useState(settings.allowsPersonalised);
  const { form, field, busy, failure } = useForm({
    fields: ['minimum', 'maximum', 'fee', 'blockedPins', 'maxRefusals', 'refusalDays', 'advancePercent'],
    validate: ({ minimum, maximum, fee, blockedPins, maxRefusals, refusalDays, advancePercent }) => ({
      minimum: isAmount(minimum) ? undefined : messages.invalidAmount,
      maximum: !isAmount(maximum)
        ? messages.invalidAmount
        : Number(maximum) < Number(minimum)
          ? messages.wrongOrder
          : undefined,
      fee: isWhole(fee) ? undefined : messages.invalidFee,
      blockedPins: arePins(blockedPins) ? undefined : messages.invalidPins,
      maxRefusals: isCount(maxRefusals) ? undefined : messages.invalidCount,
      refusalDays: isCount(refusalDays) ? undefined : messages.invalidCount,
      advancePercent:
        isWhole(advancePercent) && Number(advancePercent) <= MAX_ADVANCE_PERCENT ? undefined : messages.invalidPercent,
    }),
    submit: async ({ blockedPins, ...texts }) => {
      const body = {
        isEnabled,
        allowsPersonalised,
        minimum: Number(texts.minimum),
        maximum: Number(texts.maximum),
        fee: Number(texts.fee),
        blockedPins: pinsOf(blockedPins),
        maxRefusals: Number(texts.maxRefusals),
        refusalDays: Number(texts.refusalDays),
        advancePercent: Number(texts.advancePercent),
      };
      toast.success((await withStepUp(() => call('PUT /payments/cod/settings', { body }))).message);
    },
  });
  const number = { autoComplete: 'off', readOnly: !mayChange, required: true } as const;
  return (
    <form className={shared.stack} {...form}>
      {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
      <Checkbox
        label={messages.enabled}
        checked={isEnabled}
        disabled={!mayChange}
        onChange={({ target }) => setIsEnabled(target.checked)}
      />
      <Input
        label={messages.minimum}
        {...field('minimum')}
        defaultValue={settings.minimum}
        hint={messages.limitsHint}
        inputMode="decimal"
        {...number}
      />
      <Input
        label={messages.maximum}
        {...field('maximum')}
        defaultValue={settings.maximum}
        inputMode="decimal"
        {...number}
      />
      <Input
        label={messages.fee}
        {...field('fee')}
        defaultValue={settings.fee}
        hint={messages.feeHint}
        inputMode="numeric"
        {...number}
      />
      <Textarea
        label={messages.blockedPins}
        {...field('blockedPins')}
        defaultValue={settings.blockedPins.join(', ')}
        hint={messages.blockedPinsHint}
        readOnly={!mayChange}
      />
      <Input
        label={messages.maxRefusals}
        {...field('maxRefusals')}
        defaultValue={settings.maxRefusals}
        hint={messages.maxRefusalsHint}
        inputMode="numeric"
        {...number}
      />
      <Input
        label={messages.refusalDays}
        {...field('refusalDays')}
        defaultValue={settings.refusalDays}
        inputMode="numeric"
        {...number}
      />
      <Input
        label={messages.advance}
        {...field('advancePercent')}
        defaultValue={settings.advancePercent}
        hint={messages.advanceHint}
        inputMode="numeric"
        {...number}
      />
      <Checkbox
        label={messages.allowsPersonalised}
        checked={allowsPersonalised}
        disabled={!mayChange}
        onChange={({ target }) => setAllowsPersonalised(target.checked)}
      />
      <OwnerActions mayChange={mayChange} submit={messages.save} busy={busy} note={messages.ownersOnly} />
    </form>
  );
}
