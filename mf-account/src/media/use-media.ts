import { useEffect, useRef, useState } from 'react';
import { MAX_PHOTO_BYTES, MAX_PHOTOS, MAX_VIDEO_BYTES, UPLOAD_SLOTS } from '@rangavalli/contracts/upload-limits';
import { type SignedUpload, uploadSigned } from '@rangavalli/web-kit/data/upload';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { messages } from './messages.js';

type Kind = 'photo' | 'video';

/** A photo or video of the form: uploading, or uploaded. */
interface MediaItem {
  key: string;
  kind: Kind;
  name: string;
  /** Object URL of the file. */
  preview: string;
  publicId?: string;
}

export interface MediaForm {
  items: readonly MediaItem[];
  uploading: boolean;
  /** Public ids of what is uploaded, as reviews and returns take them; none of a kind that is missing. */
  uploaded: { photos?: string[]; video?: string };
  /** Uploads files; those that are too large or too many are named in a message. */
  add: (files: readonly File[]) => void;
  remove: (key: string) => void;
}

const limits = {
  photo: { count: MAX_PHOTOS, bytes: MAX_PHOTO_BYTES },
  video: { count: 1, bytes: MAX_VIDEO_BYTES },
} as const;

const kindOf = ({ type }: File): Kind | undefined =>
  type.startsWith('image/') ? 'photo' : type.startsWith('video/') ? 'video' : undefined;

/**
 * Manages the uploads of one review or return. Each takes a slot, also when it is removed again.
 * @param sign requests the signed upload of a slot
 */
export function useMedia(sign: (kind: Kind, slot: number, signal: AbortSignal) => Promise<SignedUpload>): MediaForm {
  const [items, setItems] = useState<readonly MediaItem[]>([]);
  const used = useRef({ photo: 0, video: 0 });
  const abort = useRef(new AbortController());
  const previews = useRef<string[]>([]);
  useEffect(() => {
    const controller = (abort.current = new AbortController());
    const urls = previews.current;
    return () => {
      controller.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, []);
  const remove = (key: string) => setItems((old) => old.filter((item) => item.key !== key));

  const upload = async (kind: Kind, slot: number, file: File, key: string) => {
    const { signal } = abort.current;
    try {
      const publicId = await uploadSigned(await sign(kind, slot, signal), file, signal);
      setItems((old) => old.map((item) => (item.key === key ? { ...item, publicId } : item)));
    } catch {
      if (signal.aborted) return;
      remove(key);
      toast.error(messages.uploadFailed(file.name));
    }
  };

  const idsOf = (kind: Kind) => items.flatMap((item) => (item.kind === kind && item.publicId ? [item.publicId] : []));
  const [photos, [video]] = [idsOf('photo'), idsOf('video')];
  return {
    items,
    uploading: items.some(({ publicId }) => publicId === undefined),
    uploaded: { ...(photos.length > 0 ? { photos } : {}), ...(video ? { video } : {}) },
    remove,
    add: (files) => {
      const counts = { photo: 0, video: 0 };
      for (const { kind } of items) counts[kind] += 1;
      for (const file of files) {
        const kind = kindOf(file);
        if (!kind) toast.error(messages.mediaOnly);
        else if (file.size > limits[kind].bytes) toast.error(messages.tooLarge[kind]);
        else if (counts[kind] >= limits[kind].count || used.current[kind] >= UPLOAD_SLOTS[kind])
          toast.error(messages.tooMany[kind]);
        else {
          counts[kind] += 1;
          const slot = used.current[kind]++;
          const key = `${kind} ${slot}`;
          const preview = URL.createObjectURL(file);
          previews.current.push(preview);
          setItems((old) => [...old, { key, kind, name: file.name, preview }]);
          void upload(kind, slot, file, key); // Shows its own errors.
        }
      }
    },
  };
}
