/** A refused request, in Cloudinary's shape and words. */
export class CloudinaryError extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
  ) {
    super(message);
    this.name = 'CloudinaryError';
  }

  get body(): { error: { message: string } } {
    return { error: { message: this.message } };
  }
}

export const badRequest = (message: string): CloudinaryError => new CloudinaryError(400, message);
export const unauthorized = (message: string): CloudinaryError => new CloudinaryError(401, message);
export const resourceNotFound = (publicId: string): CloudinaryError =>
  new CloudinaryError(404, `Resource not found - ${publicId}`);
