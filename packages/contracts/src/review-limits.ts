// No zod: runs in browsers.

export const MAX_REVIEW_PHOTOS = 4;
/** A purchase has so many addresses for uploads, so that a photo can be replaced before the review is sent. */
export const REVIEW_UPLOAD_SLOTS = { photo: 8, video: 2 } as const;
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
export const MAX_VIDEO_BYTES = 40 * 1024 * 1024;
export const MAX_VIDEO_SECONDS = 60;
