import type { AuditEntry } from '@rangavalli/contracts/entities/audit';

const subjects: Record<AuditEntry['subject'], { word: string; plural: string }> = {
  product: { word: 'Product', plural: 'Products' },
  order: { word: 'Order', plural: 'Orders' },
  user: { word: 'Customer', plural: 'Customers' },
  payment: { word: 'Payment', plural: 'Payments' },
};

export const auditSubjects = Object.keys(subjects) as AuditEntry['subject'][];

/** The subjects as a choice names them. */
export const subjectWords = (subject: AuditEntry['subject']): string => subjects[subject].plural;

/** All entries about the same thing. */
export const historyLink = ({ subjectId }: AuditEntry): string => `/admin/audit?subjectId=${subjectId}`;

/** Where a thing can be seen, by its newest entry: what that one deleted is nowhere. */
export const subjectLink = ({ action, subject, subjectId }: AuditEntry): string | undefined =>
  action === 'product.deleted'
    ? undefined
    : {
        product: `/admin/products/edit/${subjectId}`,
        order: `/admin/orders/${subjectId}`,
        user: `/admin/customers/${subjectId}`,
        payment: `/admin/payments/${subjectId}`,
      }[subject];

/** What it is called: its own name, or its kind with the end of its id. */
export const subjectLabel = ({ subject, subjectId, label }: AuditEntry): string =>
  label || `${subjects[subject].word} #${subjectId.slice(-8)}`;

/** `stock.changed` as people read it: Stock changed. */
export function actionWords(action: string): string {
  const words = action.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** From what to what; of what is new only what it is, of what went that it went. */
export function changeWords({ field, from, to }: AuditEntry['changes'][number]): string {
  if (from === undefined) return `${field}: ${to ?? 'nothing'}`;
  return `${field}: ${from} → ${to ?? 'nothing'}`;
}
