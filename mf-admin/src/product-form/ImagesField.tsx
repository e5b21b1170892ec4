import { useId, useState, type DragEvent } from 'react';
import { classNames } from '@rangavalli/web-kit/dom/class-names';
import { deliveryUrl } from '@rangavalli/web-kit/format/images';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Icon, type IconName } from '@rangavalli/web-kit/ui/Icon';
import { VisuallyHidden } from '@rangavalli/web-kit/ui/VisuallyHidden';
import css from './ImagesField.module.css';
import { messages } from './messages.js';
import type { ImageSlot, ProductImages } from './use-images.js';

/** Drag data type of a slot that is being moved; dropped files do not have it. */
const SLOT_TYPE = 'application/x-image-slot';

const sourceOf = ({ image, preview }: ImageSlot, width: number): string =>
  preview ?? (image ? deliveryUrl(image.url, width) : '');

/** A product's images: dropped or chosen, reordered by dragging or by buttons. */
export function ImagesField({ images: { slots, uploading, add, retry, remove, move } }: { images: ProductImages }) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const [viewed, setViewed] = useState<ImageSlot>();

  const dropFiles = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (event.dataTransfer.files.length > 0) add([...event.dataTransfer.files]);
  };
  const dropSlot = (event: DragEvent, to: number) => {
    const from = event.dataTransfer.getData(SLOT_TYPE);
    if (!from) return;
    event.preventDefault();
    event.stopPropagation();
    move(Number(from), to);
  };
  const iconButton = (icon: IconName, label: string, onClick: () => void, disabled = false) => (
    <button type="button" disabled={disabled} onClick={onClick} aria-label={label}>
      <Icon name={icon} size={18} />
    </button>
  );

  return (
    <fieldset className={css.fieldset}>
      <legend className={css.legend}>{messages.images}</legend>
      <div
        className={classNames(css.zone, isOver && css.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={dropFiles}
      >
        <label htmlFor={id}>{messages.drop}</label>
        <input
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
          {messages.dropHint}
        </p>
      </div>
      <p role="status" className={css.status}>
        {uploading ? messages.uploading : ''}
      </p>
      {slots.length > 0 && (
        <ol className={css.slots}>
          {slots.map((slot, index) => (
            <li
              key={slot.key}
              className={css.slot}
              draggable
              onDragStart={(event) => event.dataTransfer.setData(SLOT_TYPE, String(index))}
              onDragOver={(event) => event.dataTransfer.types.includes(SLOT_TYPE) && event.preventDefault()}
              onDrop={(event) => dropSlot(event, index)}
            >
              <div className={css.preview}>
                <img src={sourceOf(slot, 320)} alt={slot.name} draggable={false} />
                {index === 0 && <span className={css.cover}>{messages.cover}</span>}
                {iconButton('search', messages.view(index + 1), () => setViewed(slot))}
              </div>
              {!slot.image && !slot.failed && (
                <progress
                  className={css.progress}
                  value={slot.sent}
                  max={1}
                  aria-label={messages.uploadOf(slot.name)}
                />
              )}
              {slot.failed && (
                <p className={css.failed}>
                  {messages.uploadFailed}{' '}
                  <Button look="quiet" onClick={() => retry(slot.key)}>
                    {messages.tryAgain}
                    <VisuallyHidden>: {slot.name}</VisuallyHidden>
                  </Button>
                </p>
              )}
              <div className={css.actions}>
                {iconButton('left', messages.moveLeft(index + 1), () => move(index, index - 1), index === 0)}
                {iconButton(
                  'right',
                  messages.moveRight(index + 1),
                  () => move(index, index + 1),
                  index === slots.length - 1,
                )}
                {iconButton('check', messages.makeCover(index + 1), () => move(index, 0), index === 0)}
                {iconButton('bin', messages.remove(index + 1), () => remove(slot.key))}
              </div>
            </li>
          ))}
        </ol>
      )}
      {viewed && (
        <Dialog title={viewed.name} onClose={() => setViewed(undefined)}>
          <img className={css.large} src={sourceOf(viewed, 960)} alt={viewed.name} />
        </Dialog>
      )}
    </fieldset>
  );
}
