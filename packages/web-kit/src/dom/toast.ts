import { windowEvents, type ToastRequested } from '@rangavalli/contracts/browser';
import { emit } from './events.js';

const show = (kind: ToastRequested['kind']) => (message: string) =>
  emit(windowEvents.toastRequested, { kind, message });

/** `toast.success('Address added')` */
export const toast = { success: show('success'), error: show('error'), info: show('info') };
