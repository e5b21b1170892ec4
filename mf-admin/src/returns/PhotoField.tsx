import { useId, useState } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { uploadSigned } from '@rangavalli/web-kit/data/upload';
import { messages } from './messages.js';

interface PhotoFieldProps {
  orderId: string;
  returnId: string;
  isUploading: boolean;
  onUploading: (isUploading: boolean) => void;
  onUploaded: (publicId: string) => void;
}

/** A photo of goods that are refused. */
export function PhotoField({ orderId, returnId, isUploading, onUploading, onUploaded }: PhotoFieldProps) {
  const id = useId();
  const [slot, setSlot] = useState(0);
  const [status, setStatus] = useState('');
  const upload = async (file: File) => {
    setStatus(messages.uploading);
    onUploading(true);
    try {
      const body = { orderId, requestId: returnId, kind: 'photo' as const, slot };
      setSlot(slot + 1);
      const { upload: signed } = await call('POST /returns/media/signature', { body });
      onUploaded(await uploadSigned(signed, file));
      setStatus(messages.uploaded(file.name));
    } catch {
      setStatus(messages.uploadFailed);
    } finally {
      onUploading(false);
    }
  };
  return (
    <div>
      <label htmlFor={id}>{messages.photo}</label>
      <input
        id={id}
        type="file"
        accept="image/*"
        disabled={isUploading}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void upload(file);
        }}
      />
      <p role="status">{status}</p>
    </div>
  );
}
