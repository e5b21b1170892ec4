import { useId } from 'react';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import css from './MediaField.module.css';
import { messages } from './messages.js';
import type { MediaForm } from './use-media.js';

interface MediaFieldProps {
  title: string;
  hint: string;
  media: MediaForm;
}

/** Photos and a video, with previews. */
export function MediaField({ title, hint, media: { items, uploading, add, remove } }: MediaFieldProps) {
  const id = useId();
  return (
    <fieldset className={css.media}>
      <legend>{title}</legend>
      <label className={css.choose}>
        {messages.choose}
        <input
          type="file"
          accept="image/*,video/*"
          multiple
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            add([...(target.files ?? [])]);
            target.value = '';
          }}
        />
      </label>
      <p id={`${id}-hint`} className={css.hint}>
        {hint}
      </p>
      <p role="status" className={css.hint}>
        {uploading ? messages.uploading : ''}
      </p>
      {items.length > 0 && (
        <ul className={css.previews}>
          {items.map(({ key, kind, name, preview, publicId }) => (
            <li key={key} aria-busy={publicId === undefined}>
              {kind === 'photo' ? <img src={preview} alt={name} /> : <video src={preview} aria-label={name} muted />}
              <button type="button" aria-label={messages.remove(name)} onClick={() => remove(key)}>
                <Icon name="close" size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
