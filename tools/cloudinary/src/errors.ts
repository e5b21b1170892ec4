export class CloudinaryError extends Error {
  override readonly name = 'CloudinaryError';

  constructor(
    readonly statusCode: number,
    message: string,
  ) {
    super(message);
  }
}

export const badRequest = (message: string): CloudinaryError => new CloudinaryError(400, message);
export const unauthorized = (message: string): CloudinaryError => new CloudinaryError(401, message);
export const resourceNotFound = (publicId: string): CloudinaryError =>
  new CloudinaryError(404, `Resource not found - ${publicId}`);
