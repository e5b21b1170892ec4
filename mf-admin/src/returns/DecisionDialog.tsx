import { useState } from 'react';
import type { OrderReturn } from '@rangavalli/contracts/entities/return';
import { type ReturnOutcome, returnOutcomes } from '@rangavalli/contracts/return-rule';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Checkbox, Select, Textarea } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { messages as layout } from '../layout/messages.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';
import { PhotoField } from './PhotoField.js';

interface DecisionDialogProps {
  value: OrderReturn;
  onClose: () => void;
  onDecided: () => void;
}

interface LineDecision {
  accepted: number;
  restock: boolean;
  outcome: ReturnOutcome;
}

type ReturnLine = OrderReturn['lines'][number];

const first = ({ quantity, outcome }: ReturnLine): LineDecision => ({ accepted: quantity, restock: true, outcome });

/** The inspection of returned goods: accept all, some or none of the units of each item. */
export function DecisionDialog({ value, onClose, onDecided }: DecisionDialogProps) {
  const { id, orderId, orderNumber, lines, comment } = value;
  const [decisions, setDecisions] = useState(() => new Map(lines.map((line) => [line.lineId, first(line)])));
  const [photo, setPhoto] = useState<string>();
  const [isUploading, setIsUploading] = useState(false);
  const refusesSome = lines.some(({ lineId, quantity }) => (decisions.get(lineId)?.accepted ?? 0) < quantity);
  const { form, field, busy, failure } = useForm({
    fields: ['note'],
    validate: ({ note }) => ({ note: refusesSome && !note.trim() ? messages.enterRemark : undefined }),
    submit: async ({ note }) => {
      const body = {
        lines: [...decisions].map(([lineId, { accepted, restock, outcome }]) => ({
          lineId,
          accepted,
          restock: accepted > 0 && restock,
          outcome,
        })),
        ...(note.trim() ? { note: note.trim() } : {}),
        ...(refusesSome && photo ? { photo } : {}),
      };
      toast.success((await call('POST /returns/{id}/decision', { params: { id }, body })).message);
      onDecided();
    },
  });
  const change = (line: ReturnLine, part: Partial<LineDecision>) =>
    setDecisions((old) => new Map(old).set(line.lineId, { ...(old.get(line.lineId) ?? first(line)), ...part }));
  return (
    <Dialog title={messages.dialog(orderNumber)} onClose={onClose}>
      <form className={shared.stack} {...form}>
        {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
        {comment && <p>{messages.comment(comment)}</p>}
        {[...(value.photos ?? []), ...(value.video ? [value.video] : [])].map(({ public_id, url }, at) => (
          <a key={public_id} href={url} target="_blank" rel="noreferrer">
            {messages.evidence(at + 1)}
          </a>
        ))}
        {lines.map((line) => (
          <LineFields
            key={line.lineId}
            line={line}
            decision={decisions.get(line.lineId) ?? first(line)}
            onChange={(part) => change(line, part)}
          />
        ))}
        {refusesSome && (
          <PhotoField
            orderId={orderId}
            returnId={id}
            isUploading={isUploading}
            onUploading={setIsUploading}
            onUploaded={setPhoto}
          />
        )}
        <Textarea label={messages.remark} {...field('note')} hint={messages.remarkHint} maxLength={500} />
        <Button type="submit" busy={busy || (refusesSome && isUploading)}>
          {messages.submit}
        </Button>
      </form>
    </Dialog>
  );
}

function LineFields({
  line,
  decision: { accepted, restock, outcome },
  onChange,
}: {
  line: ReturnLine;
  decision: LineDecision;
  onChange: (part: Partial<LineDecision>) => void;
}) {
  const outcomes = returnOutcomes.filter((one) => one !== 'exchange' || line.exchangeFor);
  return (
    <>
      <p>
        {messages.wants(messages.reasonOf(line.reason), line.exchangeFor?.size)}
        {line.exchangeFor?.productId && line.exchangeFor.productId !== line.productId && (
          <>
            {' '}
            <Link to={`/product/${line.exchangeFor.productId}`}>{messages.otherProduct}</Link>
          </>
        )}
      </p>
      <Select
        label={messages.accepted(line.name, line.size)}
        value={accepted}
        onChange={({ target }) => onChange({ accepted: Number(target.value) })}
      >
        {Array.from({ length: line.quantity + 1 }, (_one, units) => (
          <option key={units} value={units}>
            {units}
          </option>
        ))}
      </Select>
      {accepted > 0 && (
        <>
          <Select
            label={messages.outcome}
            value={outcome}
            onChange={({ target }) => onChange({ outcome: outcomes.find((one) => one === target.value) ?? outcome })}
          >
            {outcomes.map((one) => (
              <option key={one} value={one}>
                {messages.outcomes[one]}
              </option>
            ))}
          </Select>
          <Checkbox
            label={messages.restock}
            checked={restock}
            onChange={({ target }) => onChange({ restock: target.checked })}
          />
        </>
      )}
    </>
  );
}
