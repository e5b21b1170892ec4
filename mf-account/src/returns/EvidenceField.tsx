import { useEffect, useId, useRef, useState } from 'react';
import { EVIDENCE_SLOTS, MAX_EVIDENCE_PHOTOS } from '@rangavalli/contracts/return-rule';
import { MAX_PHOTO_BYTES, MAX_VIDEO_BYTES } from '@rangavalli/contracts/review-limits';
import { call } from '@rangavalli/web-kit/data/api';
import { uploadSigned } from '@rangavalli/web-kit/data/upload';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { messages } from './messages.js';
import css from './Returns.module.css';

type Kind = 'photo' | 'video';

/** A photo or video of the form; without a public id while it is uploading. */
export interface EvidenceFile {
  key: string;
  kind: Kind;
  name: string;
  publicId?: string;
}

const limits = {
  photo: { count: MAX_EVIDENCE_PHOTOS, bytes: MAX_PHOTO_BYTES },
  video: { count: 1, bytes: MAX_VIDEO_BYTES },
} as const;

const kindOf = ({ type }: File): Kind | undefined =>
  type.startsWith('image/') ? 'photo' : type.startsWith('video/') ? 'video' : undefined;

interface EvidenceFieldProps {
  orderId: string;
  requestId: string;
  files: readonly EvidenceFile[];
  onChange: (change: (files: readonly EvidenceFile[]) => readonly EvidenceFile[]) => void;
}

/** Photos of the goods and a video of the unpacking. */
export function EvidenceField({ orderId, requestId, files, onChange }: EvidenceFieldProps) {
  const id = useId();
  const [used, setUsed] = useState({ photo: 0, video: 0 });
  const abort = useRef(new AbortController());
  useEffect(() => {
    const controller = (abort.current = new AbortController());
    return () => controller.abort();
  }, []);
  const remove = (key: string) => onChange((old) => old.filter((file) => file.key !== key));
  const upload = async (kind: Kind, slot: number, file: File, key: string) => {
    const { signal } = abort.current;
    try {
      const body = { orderId, requestId, kind, slot };
      const { upload: signed } = await call('POST /returns/media/signature', { body }, { signal });
      const publicId = await uploadSigned(signed, file, signal);
      onChange((old) => old.map((one) => (one.key === key ? { ...one, publicId } : one)));
    } catch {
      if (signal.aborted) return;
      remove(key);
      toast.error(messages.uploadFailed(file.name));
    }
  };
  const add = (chosen: readonly File[]) => {
    const slots = { ...used };
    const counts = { photo: 0, video: 0 };
    for (const { kind } of files) counts[kind] += 1;
    for (const file of chosen) {
      const kind = kindOf(file);
      if (!kind) toast.error(messages.mediaOnly);
      else if (file.size > limits[kind].bytes) toast.error(messages.tooLarge);
      else if (counts[kind] >= limits[kind].count || slots[kind] >= EVIDENCE_SLOTS[kind]) toast.error(messages.tooMany);
      else {
        counts[kind] += 1;
        const slot = slots[kind]++;
        const key = `${kind} ${slot}`;
        onChange((old) => [...old, { key, kind, name: file.name }]);
        void upload(kind, slot, file, key); // Shows its own errors.
      }
    }
    setUsed(slots);
  };
  return (
    <fieldset className={css.line}>
      <label htmlFor={id}>{messages.media}</label>
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
      {files.map(({ key, name, publicId }) => (
        <p key={key} role="status" className={css.hint}>
          {publicId ? messages.uploaded(name) : messages.uploading(name)}{' '}
          <Button look="quiet" aria-label={messages.removeFile(name)} onClick={() => remove(key)}>
            {messages.remove}
          </Button>
        </p>
      ))}
    </fieldset>
  );
}
