import { useState } from 'react';
import type { Review } from '@rangavalli/contracts/entities/review';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { currentSession } from '@rangavalli/web-kit/session/session';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { messages } from './messages.js';
import { PhotoDialog } from './PhotoDialog.js';
import css from './Reviews.module.css';
import { Stars } from './Stars.js';
import { Thumbnail } from './Thumbnail.js';

export function ReviewItem({ review }: { review: Review }) {
  const { id, stars, fit, text, author, at, reply, helpful, photos = [], video, isIncentivised } = review;
  const [count, setCount] = useState(helpful);
  const [open, setOpen] = useState<number>();
  const markHelpful = async () => {
    if (!currentSession()) {
      toast.error(messages.logIn);
      return;
    }
    try {
      setCount((await call('POST /reviews/{id}/helpful', { params: { id } })).helpful);
    } catch (failure) {
      toast.error(asApiError(failure).message);
    }
  };
  return (
    <li className={css.review}>
      <p className={css.facts}>
        <Stars stars={stars} /> <strong>{author}</strong>
        <span className={css.small}>
          {[messages.verified, formatDay(at), ...(fit ? [messages.fits[fit]] : [])].join(' · ')}
        </span>
        {isIncentivised && <Badge tone="yellow">{messages.incentive}</Badge>}
      </p>
      {text && <p className={css.text}>{text}</p>}
      {photos.length > 0 && (
        <ul className={css.photos} aria-label={messages.photosOf(author)}>
          {photos.map((photo, index) => (
            <li key={photo.public_id}>
              <Thumbnail photo={photo} label={messages.openPhoto(index + 1)} onOpen={() => setOpen(index)} />
            </li>
          ))}
        </ul>
      )}
      {video && (
        // Filmed by customers, without captions.
        <video
          className={css.video}
          src={video.url}
          aria-label={messages.videoOf(author)}
          controls
          muted
          playsInline
          preload="metadata"
        />
      )}
      {reply && (
        <p className={css.reply}>
          <strong>{messages.reply}:</strong> {reply.text}
        </p>
      )}
      <Button look="quiet" aria-label={messages.helpfulOf(author, count)} onClick={() => void markHelpful()}>
        {messages.helpful(count)}
      </Button>
      {open !== undefined && <PhotoDialog photos={photos} start={open} onClose={() => setOpen(undefined)} />}
    </li>
  );
}
