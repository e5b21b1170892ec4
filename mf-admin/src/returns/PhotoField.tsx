import { useId, useState } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { messages } from './messages.js';

const DEADLINE_MS = 120_000;

interface PhotoFieldProps {
  orderId: string;
  returnId: string;
  onUploaded: (publicId: string) => void;
}

/** A photo of goods that are refused. */
export function PhotoField({ orderId, returnId, onUploaded }: PhotoFieldProps) {
  const id = useId();
  const [slot, setSlot] = useState(0);
  const [status, setStatus] = useState('');
  const upload = async (file: File) => {
    setStatus(messages.uploading);
    try {
      const body = { orderId, requestId: returnId, kind: 'photo' as const, slot };
      setSlot(slot + 1);
      const { upload: signed } = await call('POST /returns/media/signature', { body });
      const form = new FormData();
      form.set('file', file);
      for (const [name, value] of Object.entries(signed.fields)) form.set(name, value);
      const signal = AbortSignal.timeout(DEADLINE_MS);
      const response = await fetch(signed.url, { method: 'POST', body: form, credentials: 'omit', signal });
      const { public_id } = (await response.json()) as { public_id?: string };
      if (!response.ok || !public_id) throw new Error('The image host rejected the file.');
      onUploaded(public_id);
      setStatus(messages.uploaded(file.name));
    } catch {
      setStatus(messages.uploadFailed);
    }
  };
  return (
    <div>
      <label htmlFor={id}>{messages.photo}</label>
      <input
        id={id}
        type="file"
        accept="image/*"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void upload(file);
        }}
      />
      <p role="status">{status}</p>
    </div>
  );
}
