import { useId, useRef, useState, type DragEvent } from 'react';
import { deliveryUrl } from '@rangavalli/web-kit/format/images';
import { classNames } from '@rangavalli/web-kit/dom/class-names';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { VisuallyHidden } from '@rangavalli/web-kit/ui/VisuallyHidden';
import css from './PicturesField.module.css';
import type { PictureSlot } from './pictures.js';
import type { Pictures } from './use-pictures.js';

/** In the browser's drag data: which slot is being moved. Files from outside don't carry it. */
const SLOT = 'application/x-picture-slot';

const addressOf = ({ image, preview }: PictureSlot, width: number): string =>
  preview ?? (image ? deliveryUrl(image.url, width) : '');

/** The pictures of a product: dropped or chosen, put in order by dragging or by buttons; the first is the cover. */
export function PicturesField({ pictures: { slots, uploading, add, retry, remove, move } }: { pictures: Pictures }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [shown, setShown] = useState<PictureSlot>();

  const dropFiles = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer.files.length > 0) add([...event.dataTransfer.files]);
  };
  const dropSlot = (event: DragEvent, to: number) => {
    const from = event.dataTransfer.getData(SLOT);
    if (!from) return;
    event.preventDefault();
    event.stopPropagation();
    move(Number(from), to);
  };

  return (
    <fieldset className={css.fieldset}>
      <legend className={css.legend}>Images</legend>
      {/* Dropping is an extra for the mouse: the same files can be chosen by the field inside. */}
      <div
        className={classNames(css.zone, over && css.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={dropFiles}
      >
        <label htmlFor={id}>Drop pictures here, or choose them</label>
        <input
          ref={field}
          id={id}
          type="file"
          accept="image/*"
          multiple
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <p id={`${id}-hint`} className={css.hint}>
          The first one is the cover. Drag a picture, or use its arrows, to put them in order.
        </p>
      </div>
      <p role="status" className={css.status}>
        {uploading ? 'Uploading images...' : ''}
      </p>
      {slots.length > 0 && (
        <ol className={css.slots}>
          {slots.map((slot, index) => (
            <li
              key={slot.key}
              className={css.slot}
              draggable
              onDragStart={(event) => event.dataTransfer.setData(SLOT, String(index))}
              onDragOver={(event) => event.dataTransfer.types.includes(SLOT) && event.preventDefault()}
              onDrop={(event) => dropSlot(event, index)}
            >
              <div className={css.preview}>
                <img src={addressOf(slot, 320)} alt={slot.name} draggable={false} />
                {index === 0 && <span className={css.cover}>Cover</span>}
                <button
                  type="button"
                  className={css.look}
                  onClick={() => setShown(slot)}
                  aria-label={`Look at picture ${index + 1}`}
                >
                  <Icon name="search" size={18} />
                </button>
              </div>
              {!slot.image && !slot.failed && (
                <progress className={css.progress} value={slot.sent} max={1} aria-label={`Upload of ${slot.name}`} />
              )}
              {slot.failed && (
                <p className={css.failed}>
                  Image upload failed.{' '}
                  <Button look="quiet" onClick={() => retry(slot.key)}>
                    Try again<VisuallyHidden>: {slot.name}</VisuallyHidden>
                  </Button>
                </p>
              )}
              <div className={css.actions}>
                <button
                  type="button"
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                  aria-label={`Move picture ${index + 1} forward`}
                >
                  <Icon name="left" size={18} />
                </button>
                <button
                  type="button"
                  disabled={index === slots.length - 1}
                  onClick={() => move(index, index + 1)}
                  aria-label={`Move picture ${index + 1} back`}
                >
                  <Icon name="right" size={18} />
                </button>
                <button
                  type="button"
                  disabled={index === 0}
                  onClick={() => move(index, 0)}
                  aria-label={`Make picture ${index + 1} the cover`}
                >
                  <Icon name="check" size={18} />
                </button>
                <button type="button" onClick={() => remove(slot.key)} aria-label={`Remove picture ${index + 1}`}>
                  <Icon name="bin" size={18} />
                </button>
              </div>
            </li>
          ))}
        </ol>
      )}
      <Dialog title={shown?.name ?? 'Picture'} open={shown !== undefined} onClose={() => setShown(undefined)}>
        {shown && <img className={css.large} src={addressOf(shown, 960)} alt={shown.name} />}
      </Dialog>
    </fieldset>
  );
}
