import { useIsHydrated } from '@rangavalli/web-kit/dom/hydrated';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { messages } from './messages.js';
import css from './ProductPage.module.css';

export function Share({ name, price }: { name: string; price: number }) {
  // The URL is known in the browser only.
  const url = useIsHydrated() ? `${window.location.origin}${window.location.pathname}` : '';
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast.success(messages.linkCopied);
    } catch {
      toast.error(messages.copyFailed); // No permission, or not a secure context.
    }
  };
  return (
    <p className={css.share}>
      <span>{messages.share}</span>
      <a
        href={`https://wa.me/?text=${encodeURIComponent(`${name}, ${formatRupees(price)}: ${url}`)}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        {messages.whatsApp}
      </a>
      <button type="button" className={css.textButton} onClick={() => void copy()}>
        {messages.copyLink}
      </button>
    </p>
  );
}
