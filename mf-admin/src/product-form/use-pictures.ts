import { useEffect, useRef, useState } from 'react';
import type { Image } from '@rangavalli/contracts/entities/product';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { moved, MOST_PICTURES, slotsOf, type PictureSlot } from './pictures.js';
import { uploadImage } from './upload-image.js';

/** The form's pictures and what can be done with them. */
export interface Pictures {
  slots: readonly PictureSlot[];
  uploading: boolean;
  /** Takes picture files and uploads them; other files are left out (specification §5). */
  add: (files: readonly File[]) => void;
  retry: (key: string) => void;
  remove: (key: string) => void;
  move: (from: number, to: number) => void;
}

let made = 0;

/** Keeps the pictures of the form: each file has its own upload, preview and progress. */
export function usePictures(images: readonly Image[], onTouched: () => void): Pictures {
  const [slots, setSlots] = useState<readonly PictureSlot[]>(() => slotsOf(images));
  const sending = useRef(new Map<string, { file: File; preview: string; controller: AbortController }>());

  useEffect(() => {
    const running = sending.current;
    return () => {
      for (const { controller, preview } of running.values()) {
        controller.abort();
        URL.revokeObjectURL(preview);
      }
      running.clear();
    };
  }, []);

  const change = (key: string, facts: Partial<PictureSlot>) =>
    setSlots((old) => old.map((slot) => (slot.key === key ? { ...slot, ...facts } : slot)));

  const send = async (key: string) => {
    const upload = sending.current.get(key);
    if (!upload) return;
    try {
      const image = await uploadImage(upload.file, (sent) => change(key, { sent }), upload.controller.signal);
      change(key, { image, sent: 1 });
    } catch {
      // Taken away meanwhile: nobody waits for it any more.
      if (upload.controller.signal.aborted) return;
      change(key, { failed: true, sent: 0 });
      toast.error('Image upload failed.');
    }
  };

  return {
    slots,
    uploading: slots.some(({ image, failed }) => !image && !failed),
    add: (files) => {
      const pictures = files.filter(({ type }) => type.startsWith('image/'));
      if (pictures.length < files.length) toast.error('Only image files can be uploaded.');
      if (slots.length + pictures.length > MOST_PICTURES)
        toast.error(`A product has at most ${MOST_PICTURES} pictures.`);
      const added = pictures.slice(0, MOST_PICTURES - slots.length).map((file): PictureSlot => {
        const key = `upload-${++made}`;
        const preview = URL.createObjectURL(file);
        sending.current.set(key, { file, preview, controller: new AbortController() });
        return { key, name: file.name, preview, sent: 0 };
      });
      if (added.length === 0) return;
      onTouched();
      setSlots((old) => [...old, ...added]);
      for (const { key } of added) void send(key);
    },
    retry: (key) => {
      change(key, { failed: false, sent: 0 });
      void send(key);
    },
    remove: (key) => {
      onTouched();
      sending.current.get(key)?.controller.abort();
      setSlots((old) => old.filter((slot) => slot.key !== key));
    },
    move: (from, to) => {
      onTouched();
      setSlots((old) => moved(old, from, to));
    },
  };
}
