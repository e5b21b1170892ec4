import type { DispatchOrder } from '@rangavalli/contracts/entities/dispatch';
import { toIndianDay } from '@rangavalli/contracts/india-time';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import css from './Dispatch.module.css';
import { messages } from './messages.js';

const MAX_LINES = 3;

/** The day on which an order has to leave, and whether it is today or past. */
export function DueDate({ order: { dueDate } }: { order: DispatchOrder }) {
  const today = toIndianDay(new Date());
  return (
    <>
      {formatDay(dueDate)} {dueDate < today && <Badge tone="red">{messages.isOverdue}</Badge>}
      {dueDate === today && <Badge tone="yellow">{messages.isToday}</Badge>}
    </>
  );
}

/** What is to be packed. */
export function Items({ order: { lines } }: { order: DispatchOrder }) {
  return (
    <span className={css.lines}>
      {lines.slice(0, MAX_LINES).map(({ lineId, name, size, quantity }) => (
        <span key={lineId}>{messages.item(name, size, quantity)}</span>
      ))}
      {lines.length > MAX_LINES && <span className={css.note}>{messages.more(lines.length - MAX_LINES)}</span>}
    </span>
  );
}

/** What the packer has to know besides. */
export function Details({ order: { isGift, lines, note } }: { order: DispatchOrder }) {
  const isPersonalised = lines.some((line) => line.isPersonalised);
  if (!isGift && !isPersonalised && !note) return null;
  return (
    <span className={css.lines}>
      {(isGift || isPersonalised) && (
        <span className={css.badges}>
          {isGift && <Badge tone="blue">{messages.gift}</Badge>}
          {isPersonalised && <Badge tone="blue">{messages.personalised}</Badge>}
        </span>
      )}
      {note && <span className={css.note}>{note}</span>}
    </span>
  );
}
