import { useIsHydrated } from '@rangavalli/web-kit/dom/hydrated';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import css from './ProductPage.module.css';

/** Tells a friend: by WhatsApp, or by the product's address. */
export function Share({ name, price }: { name: string; price: number }) {
  // The server knows of no address bar.
  const address = useIsHydrated() ? `${window.location.origin}${window.location.pathname}` : '';
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      toast.success('Link copied');
    } catch {
      // No right to the clipboard, or no secure connection: the address bar has it too.
      toast.error('Could not copy the link. Please copy it from the address bar.');
    }
  };
  return (
    <p className={css.share}>
      <span>Share</span>
      <a
        href={`https://wa.me/?text=${encodeURIComponent(`${name}, ${formatRupees(price)}: ${address}`)}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        WhatsApp
      </a>
      <button type="button" className={css.textButton} onClick={() => void copy()}>
        Copy link
      </button>
    </p>
  );
}
