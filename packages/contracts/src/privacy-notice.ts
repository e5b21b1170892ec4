// No zod: runs in browsers.

/** Version of the privacy notice: the date of its last change. */
export const PRIVACY_NOTICE_VERSION = '2026-11-23';
