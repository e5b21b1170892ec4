import type { Review } from '@rangavalli/contracts/entities/review';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Checkbox, Select, Textarea } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { MediaField } from '../media/MediaField.js';
import { useMedia } from '../media/use-media.js';
import { messages } from './messages.js';
import css from './WriteReviews.module.css';

const fits = ['small', 'true', 'large'] as const;
const BEST = 5;

interface ReviewFormProps {
  orderId: string;
  product: { _id: string; name: string };
  /** Whether it has sizes, so that its fit matters. */
  isSized: boolean;
  onClose: () => void;
  onSent: (review: Review) => void;
}

export function ReviewForm({ orderId, product, isSized, onClose, onSent }: ReviewFormProps) {
  const productId = product._id;
  const media = useMedia(async (kind, slot, signal) => {
    const body = { orderId, productId, kind, slot };
    return (await call('POST /reviews/media/signature', { body }, { signal })).upload;
  });
  const { form, field, busy, failure } = useForm({
    fields: ['stars', 'fit', 'text'],
    validate: () => ({}),
    submit: async ({ stars, fit: chosen, text }, data) => {
      const fit = fits.find((one) => one === chosen);
      const body = {
        orderId,
        productId,
        stars: Number(stars),
        text: text.trim(),
        ...(fit ? { fit } : {}),
        ...media.uploaded,
        ...(data.has('isIncentivised') ? { isIncentivised: true } : {}),
      };
      const { message, review } = await call('POST /reviews', { body });
      toast.success(message);
      onSent(review);
    },
  });
  return (
    <Dialog title={messages.heading(product.name)} onClose={onClose}>
      <form className={css.form} {...form}>
        {failure && <FailureNotice failure={failure} fallback={messages.serverError} />}
        <Select label={messages.stars} {...field('stars')} defaultValue={BEST}>
          {messages.starNames.map((text, index) => (
            <option key={text} value={index + 1}>
              {text}
            </option>
          ))}
        </Select>
        {isSized && (
          <Select label={messages.fit} {...field('fit')} defaultValue="">
            <option value="">{messages.noFit}</option>
            {fits.map((one) => (
              <option key={one} value={one}>
                {messages.fits[one]}
              </option>
            ))}
          </Select>
        )}
        <Textarea label={messages.text} {...field('text')} hint={messages.textHint} maxLength={2_000} />
        <MediaField title={messages.media} hint={messages.mediaHint} media={media} />
        <Checkbox label={messages.incentive} name="isIncentivised" />
        <p className={css.hint}>{messages.noEdits}</p>
        <Button type="submit" busy={busy || media.uploading}>
          {messages.send}
        </Button>
      </form>
    </Dialog>
  );
}
