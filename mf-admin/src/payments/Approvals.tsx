import { useState } from 'react';
import type { ApprovalState, RefundApproval } from '@rangavalli/contracts/entities/refund-approval';
import { call } from '@rangavalli/web-kit/data/api';
import { formatDateTime } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { useSession } from '@rangavalli/web-kit/session/session';
import { Badge, type Tone } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { DataTable } from '../layout/DataTable.js';
import { PaymentLink } from '../layout/IdLink.js';
import { useAction } from '../layout/use-action.js';
import { FilterBar, FilterSelect } from '../listing/FilterBar.js';
import { messages as listing } from '../listing/messages.js';
import { PagedList } from '../listing/PagedList.js';
import { useList } from '../listing/use-list.js';
import { useListParams } from '../listing/use-list-params.js';
import { messages } from './messages.js';
import css from './PaymentsPage.module.css';
import { RejectDialog } from './RejectDialog.js';
import { RAZORPAY_DEADLINE_MS } from './WebhookTable.js';

const tones: Record<ApprovalState, Tone> = { pending: 'yellow', approved: 'green', rejected: 'gray' };
const states = Object.keys(messages.approvalStates) as ApprovalState[];

/** Refunds above the limits, which a second person approves or rejects. */
export function Approvals() {
  const params = useListParams();
  const state = states.find((one) => one === params.get('state'));
  const list = useList(`approvals ${state ?? ''}`, params, (cursor, signal) =>
    call('GET /payments/approvals', { query: { state, cursor } }, { signal }),
  );
  const { busy, run } = useAction(list.reload);
  const [deciding, setDeciding] = useState<{ decision: 'approve' | 'reject'; approval: RefundApproval }>();
  const close = () => setDeciding(undefined);
  const approve = async ({ id }: RefundApproval) => {
    const options = { deadlineMs: RAZORPAY_DEADLINE_MS };
    await run('approve', () => call('POST /payments/approvals/{id}/approve', { params: { id } }, options));
    close();
  };
  const reject = async ({ id }: RefundApproval, note: string) => {
    const isDone = await run('reject', () =>
      call('POST /payments/approvals/{id}/reject', { params: { id }, body: { note } }),
    );
    if (isDone) close();
  };
  return (
    <>
      <FilterBar params={params} what={messages.approvalsWhat} found={list.first?.total}>
        <FilterSelect
          params={params}
          name="state"
          label={messages.approvalState}
          options={{ '': messages.allApprovals, ...messages.approvalStates }}
        />
      </FilterBar>
      <PagedList
        list={list}
        rowsOf={({ approvals }) => approvals}
        what={messages.approvalsWhat}
        loadFailed={messages.approvalsFailed}
        empty={{ title: messages.noApprovals, text: state ? listing.noMatches : messages.noApprovalsText }}
      >
        {(rows) => (
          <DataTable
            caption={messages.views.approvals}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { label: messages.order, kind: 'short', cell: (row) => <PaymentLink {...row} /> },
              { label: messages.amount, kind: 'number', cell: ({ amount }) => formatRupees(amount) },
              { label: messages.requested, kind: 'short', cell: ({ requestedAt }) => formatDateTime(requestedAt) },
              { label: messages.requestedBy, cell: ({ requestedBy }) => requestedBy.name },
              {
                label: messages.reason,
                kind: 'wide',
                cell: ({ reason, cause }) => (
                  <>
                    {reason}
                    <span className={css.error}>{messages.approvalCauses[cause]}</span>
                  </>
                ),
              },
              { label: messages.approvalState, cell: (approval) => <State approval={approval} /> },
              {
                label: messages.decision,
                cell: (approval) => (
                  <Decision
                    approval={approval}
                    isBusy={busy !== undefined}
                    onDecide={(decision) => setDeciding({ decision, approval })}
                  />
                ),
              },
            ]}
          />
        )}
      </PagedList>
      <ConfirmDialog
        title={deciding ? messages.approveTitle(formatRupees(deciding.approval.amount)) : ''}
        open={deciding?.decision === 'approve'}
        confirmLabel={messages.approve}
        busy={busy === 'approve'}
        onConfirm={() => deciding && void approve(deciding.approval)}
        onClose={close}
      >
        {deciding && messages.approveText(formatRupees(deciding.approval.amount), deciding.approval.reason)}
      </ConfirmDialog>
      {deciding?.decision === 'reject' && (
        <RejectDialog
          amount={formatRupees(deciding.approval.amount)}
          onClose={close}
          onReject={(note) => reject(deciding.approval, note)}
        />
      )}
    </>
  );
}

const State = ({ approval: { state, decidedBy, decidedAt, decisionNote } }: { approval: RefundApproval }) => (
  <>
    <Badge tone={tones[state]}>{messages.approvalStates[state]}</Badge>
    {decidedBy && (
      <span className={css.error}>
        {messages.decidedBy(decidedBy.name)}
        {decidedAt && `, ${formatDateTime(decidedAt)}`}
        {decisionNote && `: ${decisionNote}`}
      </span>
    )}
  </>
);

interface DecisionProps {
  approval: RefundApproval;
  isBusy: boolean;
  onDecide: (decision: 'approve' | 'reject') => void;
}

/** Nobody decides about their own request. */
function Decision({ approval: { state, amount, requestedBy }, isBusy, onDecide }: DecisionProps) {
  const may = usePermissions();
  const ownId = useSession()?.user?._id;
  if (state !== 'pending') return null;
  if (requestedBy.id === ownId || !may('refunds.approve')) return messages.waitsForOther;
  return (
    <span className={css.badges}>
      <Button
        look="secondary"
        disabled={isBusy}
        aria-label={messages.approveOf(formatRupees(amount), requestedBy.name)}
        onClick={() => onDecide('approve')}
      >
        {messages.approve}
      </Button>
      <Button
        look="quiet"
        disabled={isBusy}
        aria-label={messages.rejectOf(formatRupees(amount), requestedBy.name)}
        onClick={() => onDecide('reject')}
      >
        {messages.reject}
      </Button>
    </span>
  );
}
