import type { PaymentSettings } from '@rangavalli/contracts/entities/refund-approval';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { useStepUp } from '@rangavalli/web-kit/step-up/step-up';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { LoadError } from '../layout/LoadError.js';
import { messages as layout } from '../layout/messages.js';
import { OwnerActions } from '../layout/OwnerActions.js';
import { Panel } from '../layout/Panel.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';

/** The sum and the number per day above which refunds need a second person. */
export function RefundLimits() {
  const query = useQuery('refund limits', (signal) => call('GET /payments/settings', {}, { signal }));
  if (!query.data) {
    if (query.error) return <LoadError title={messages.limitsFailed} query={query} />;
    return (
      <div role="status" aria-label={layout.loading(messages.limitsWhat)}>
        <Skeleton height="18rem" />
      </div>
    );
  }
  return (
    <Panel title={messages.limitsTitle}>
      <LimitsForm settings={query.data.settings} />
    </Panel>
  );
}

const isAmount = (text: string): boolean => /^\d+(\.\d{1,2})?$/.test(text.trim());
const isCount = (text: string): boolean => /^\d+$/.test(text.trim());

function LimitsForm({ settings }: { settings: PaymentSettings }) {
  const mayChange = usePermissions()('payments.settings');
  const withStepUp = useStepUp();
  const { form, field, busy, failure } = useForm({
    fields: ['refundApprovalAbove', 'refundDailyCount'],
    validate: ({ refundApprovalAbove, refundDailyCount }) => ({
      refundApprovalAbove: isAmount(refundApprovalAbove) ? undefined : messages.invalidAmount,
      refundDailyCount: isCount(refundDailyCount) ? undefined : messages.invalidCount,
    }),
    submit: async ({ refundApprovalAbove, refundDailyCount }) => {
      const body = {
        refundApprovalAbove: Number(refundApprovalAbove),
        refundDailyCount: Number(refundDailyCount),
      };
      toast.success((await withStepUp(() => call('PUT /payments/settings', { body }))).message);
    },
  });
  return (
    <form className={shared.stack} {...form}>
      {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
      <p className={shared.empty}>{messages.limitsText}</p>
      <Input
        label={messages.limitAmount}
        {...field('refundApprovalAbove')}
        defaultValue={settings.refundApprovalAbove}
        hint={messages.limitAmountHint}
        inputMode="decimal"
        autoComplete="off"
        readOnly={!mayChange}
        required
      />
      <Input
        label={messages.limitCount}
        {...field('refundDailyCount')}
        defaultValue={settings.refundDailyCount}
        hint={messages.limitCountHint}
        inputMode="numeric"
        autoComplete="off"
        readOnly={!mayChange}
        required
      />
      <OwnerActions mayChange={mayChange} submit={messages.saveLimits} busy={busy} note={messages.ownersOnly} />
    </form>
  );
}
