import { useId } from 'react';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { messages } from './messages.js';
import type { ReviewMediaForm } from './use-media.js';
import css from './WriteReviews.module.css';

/** Photos and a video of the product, with previews. */
export function MediaField({ media: { items, uploading, add, remove } }: { media: ReviewMediaForm }) {
  const id = useId();
  return (
    <fieldset className={css.media}>
      <legend>{messages.media}</legend>
      <label className={css.choose} htmlFor={id}>
        {messages.chooseMedia}
      </label>
      <input
        id={id}
        type="file"
        accept="image/*,video/*"
        multiple
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          add([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <p id={`${id}-hint`} className={css.hint}>
        {messages.mediaHint}
      </p>
      <p role="status" className={css.hint}>
        {uploading ? messages.uploading : ''}
      </p>
      {items.length > 0 && (
        <ul className={css.previews}>
          {items.map(({ key, kind, name, preview, publicId }) => (
            <li key={key} aria-busy={publicId === undefined}>
              {kind === 'photo' ? <img src={preview} alt={name} /> : <video src={preview} aria-label={name} muted />}
              <button type="button" aria-label={messages.removeMedia(name)} onClick={() => remove(key)}>
                <Icon name="close" size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
