// What a customer uploads with a review or a return. No zod: runs in browsers.

export const MAX_PHOTOS = 4;
/** A review or return has so many addresses for uploads, so that a photo can be replaced before it is sent. */
export const UPLOAD_SLOTS = { photo: 8, video: 2 } as const;
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
export const MAX_VIDEO_BYTES = 40 * 1024 * 1024;
export const MAX_VIDEO_SECONDS = 60;
