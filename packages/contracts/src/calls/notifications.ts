import { z } from 'zod';
import { defineCalls } from '../call.js';
import {
  notificationEntry,
  notificationPreferences,
  notificationPreview,
  notificationQuery,
  notificationTemplate,
  phoneCode,
  phoneVerification,
  preferenceChange,
  previewRequest,
  pushSubscription,
  testRequest,
} from '../entities/notification.js';
import { done, ok, pageInfo } from '../primitives.js';

const preferences = { preferences: notificationPreferences };

export const notificationsCalls = defineCalls('notification', {
  'GET /notifications/preferences': {
    summary: 'Get what the caller is notified about, and by which channel',
    access: 'customer',
    response: ok.extend(preferences),
    errors: ['UNAVAILABLE'],
  },
  'PUT /notifications/preferences': {
    summary: 'Change channels, the WhatsApp opt-in or the quiet hours of the caller; security notices stay on',
    access: 'customer',
    body: preferenceChange,
    response: done.extend(preferences),
    errors: ['VALIDATION_FAILED', 'NOTIFICATION_NOT_MUTABLE', 'PHONE_NOT_VERIFIED', 'UNAVAILABLE'],
  },
  'POST /notifications/phone': {
    summary: 'Send a code by SMS that verifies the mobile number of the caller',
    access: 'customer',
    limit: 'credentials',
    body: phoneVerification,
    response: done,
    errors: ['VALIDATION_FAILED', 'CHANNEL_NOT_AVAILABLE', 'RATE_LIMITED', 'MESSAGE_REJECTED', 'UNAVAILABLE'],
  },
  'POST /notifications/phone/verify': {
    summary: 'Verify the mobile number of the caller with the code of the SMS',
    access: 'customer',
    limit: 'credentials',
    body: phoneCode,
    response: done.extend(preferences),
    errors: ['VALIDATION_FAILED', 'CONFIRMATION_CODE_INVALID', 'CONFIRMATION_CODE_EXPIRED', 'RATE_LIMITED'],
  },
  'GET /notifications/admin': {
    summary: 'Search the delivery log of all messages, newest first, without their texts',
    access: 'customers.read',
    query: notificationQuery,
    response: ok.extend({ notifications: z.array(notificationEntry), ...pageInfo }),
    errors: ['VALIDATION_FAILED'],
  },
  'GET /notifications/templates': {
    summary: 'List the kinds of messages and which channels are set up for them',
    access: 'customers.read',
    response: ok.extend({ templates: z.array(notificationTemplate) }),
  },
  'POST /notifications/preview': {
    summary: 'Render a message with sample data',
    access: 'customers.read',
    idempotent: true,
    body: previewRequest,
    response: ok.extend({ preview: notificationPreview }),
    errors: ['VALIDATION_FAILED', 'CHANNEL_NOT_AVAILABLE'],
  },
  'POST /notifications/test': {
    summary: 'Send a message with sample data to an address of the shop. At most 20 per hour and person; audited',
    access: 'operations.write',
    body: testRequest,
    response: done,
    errors: ['VALIDATION_FAILED', 'CHANNEL_NOT_AVAILABLE', 'RATE_LIMITED', 'MESSAGE_REJECTED', 'UNAVAILABLE'],
  },
  'GET /notifications/push/key': {
    summary: 'Get the public key for web push subscriptions; missing where web push is not set up',
    access: 'public',
    response: ok.extend({ key: z.string().optional() }),
  },
  'POST /notifications/push': {
    summary: 'Send web push notifications to this browser of the caller; at most 10 browsers, the newest',
    access: 'customer',
    idempotent: true,
    body: pushSubscription,
    response: done,
    errors: ['VALIDATION_FAILED', 'CHANNEL_NOT_AVAILABLE'],
  },
  'DELETE /notifications/push': {
    summary: 'End the web push notifications to this browser of the caller',
    access: 'customer',
    body: pushSubscription.pick({ endpoint: true }),
    response: done,
    errors: ['VALIDATION_FAILED'],
  },
  'GET /notifications/whatsapp/webhook': {
    summary: 'Confirm the address of the WhatsApp webhook: responds with the challenge',
    access: 'public',
    query: z.object({
      'hub.mode': z.literal('subscribe'),
      'hub.verify_token': z.string().max(200),
      'hub.challenge': z.string().regex(/^\d{1,30}$/, 'Enter a number.'),
    }),
    response: z.string(),
    errors: ['VALIDATION_FAILED', 'FORBIDDEN'],
  },
  'POST /notifications/whatsapp/webhook': {
    summary: 'Receive delivery statuses of WhatsApp, authenticated by the signature over the raw body',
    access: 'public',
    idempotent: true,
    rawBody: true,
    limit: 'unlimited',
    body: z.looseObject({ object: z.string(), entry: z.array(z.unknown()).max(1_000) }),
    response: z.object({ success: z.literal(true) }),
    errors: ['WEBHOOK_SIGNATURE_INVALID', 'UNAVAILABLE'],
  },
});
