import { useState } from 'react';
import type { ReviewMedia } from '@rangavalli/contracts/entities/review';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { messages } from './messages.js';
import css from './Reviews.module.css';

interface PhotoDialogProps {
  photos: readonly ReviewMedia[];
  start: number;
  onClose: () => void;
}

/** Photos of customers, one at a time. */
export function PhotoDialog({ photos, start, onClose }: PhotoDialogProps) {
  const [at, setAt] = useState(start);
  const step = (by: number) => setAt((at + by + photos.length) % photos.length);
  return (
    <Dialog title={messages.photoOf(at + 1, photos.length)} onClose={onClose}>
      <Picture
        key={at}
        url={photos[at]?.url}
        alt={messages.photoAlt}
        sizes="(min-width: 640px) 560px, 94vw"
        ratio="3 / 4"
        className={css.large}
      />
      {photos.length > 1 && (
        <div className={css.steps}>
          <Button look="secondary" onClick={() => step(-1)}>
            {messages.previousPhoto}
          </Button>
          <Button look="secondary" onClick={() => step(1)}>
            {messages.nextPhoto}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
