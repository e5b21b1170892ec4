import { useEffect, useRef, useState } from 'react';
import type { Image } from '@rangavalli/contracts/entities/product';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { messages } from './messages.js';
import { uploadImage } from './upload-image.js';

/** The catalog's limit per product. */
const MAX_IMAGES = 20;

/** An image of the form: uploaded, uploading, or failed. */
export interface ImageSlot {
  key: string;
  name: string;
  /** Set once it is uploaded. */
  image?: Image;
  /** Object URL of the file, valid in this page only. */
  preview?: string;
  /** Uploaded part, 0 to 1. */
  sent: number;
  failed?: boolean;
}

export interface ProductImages {
  slots: readonly ImageSlot[];
  uploading: boolean;
  /** Uploads image files and skips others (specification §5). */
  add: (files: readonly File[]) => void;
  retry: (key: string) => void;
  remove: (key: string) => void;
  move: (from: number, to: number) => void;
}

export const toSlots = (images: readonly Image[]): ImageSlot[] =>
  images.map((image, index) => ({ key: image.public_id, name: messages.image(index + 1), image, sent: 1 }));

/** Returns the uploaded images in order, the cover first. */
export const uploadedImages = (slots: readonly ImageSlot[]): Image[] =>
  slots.flatMap(({ image }) => (image ? [image] : []));

/** Returns the slots with one moved; positions beyond the ends are clamped. */
export function moveSlot(slots: readonly ImageSlot[], from: number, to: number): ImageSlot[] {
  const next = [...slots];
  const [slot] = next.splice(from, 1);
  if (slot) next.splice(Math.max(0, Math.min(to, next.length)), 0, slot);
  return next;
}

let uploadCount = 0;

/** Manages the form's images; each file has its own upload, preview and progress. */
export function useImages(images: readonly Image[], onChanged: () => void): ProductImages {
  const [slots, setSlots] = useState<readonly ImageSlot[]>(() => toSlots(images));
  const uploads = useRef(new Map<string, { file: File; preview: string; controller: AbortController }>());

  useEffect(() => {
    const running = uploads.current;
    return () => {
      for (const { controller, preview } of running.values()) {
        controller.abort();
        URL.revokeObjectURL(preview);
      }
      running.clear();
    };
  }, []);

  const update = (key: string, changes: Partial<ImageSlot>) =>
    setSlots((old) => old.map((slot) => (slot.key === key ? { ...slot, ...changes } : slot)));

  const upload = async (key: string) => {
    const running = uploads.current.get(key);
    if (!running) return;
    try {
      const image = await uploadImage(running.file, (sent) => update(key, { sent }), running.controller.signal);
      update(key, { image, sent: 1 });
    } catch {
      if (running.controller.signal.aborted) return;
      update(key, { failed: true, sent: 0 });
      toast.error(messages.uploadFailed);
    }
  };

  return {
    slots,
    uploading: slots.some(({ image, failed }) => !image && !failed),
    add: (files) => {
      const imageFiles = files.filter(({ type }) => type.startsWith('image/'));
      if (imageFiles.length < files.length) toast.error(messages.imagesOnly);
      if (slots.length + imageFiles.length > MAX_IMAGES) toast.error(messages.tooManyImages(MAX_IMAGES));
      const added = imageFiles.slice(0, MAX_IMAGES - slots.length).map((file): ImageSlot => {
        const key = `upload-${++uploadCount}`;
        const preview = URL.createObjectURL(file);
        uploads.current.set(key, { file, preview, controller: new AbortController() });
        return { key, name: file.name, preview, sent: 0 };
      });
      if (added.length === 0) return;
      onChanged();
      setSlots((old) => [...old, ...added]);
      for (const { key } of added) void upload(key); // Shows its own errors.
    },
    retry: (key) => {
      update(key, { failed: false, sent: 0 });
      void upload(key); // Shows its own errors.
    },
    remove: (key) => {
      onChanged();
      uploads.current.get(key)?.controller.abort();
      setSlots((old) => old.filter((slot) => slot.key !== key));
    },
    move: (from, to) => {
      onChanged();
      setSlots((old) => moveSlot(old, from, to));
    },
  };
}
