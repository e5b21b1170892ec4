import { readConfig } from '@rangavalli/service-kit/config';
import { AppError } from '@rangavalli/service-kit/app-error';
import { TEST_IDENTITY_ENV } from '@rangavalli/service-kit/testing/test-identity';
import { v2 as cloudinary } from 'cloudinary';
import { catalogConfig } from '../catalog.config.js';
import { ImageHost } from './image-host.js';

const host = (env: NodeJS.ProcessEnv = {}) =>
  new ImageHost(
    readConfig(catalogConfig, {
      PORT: '0',
      NATS_URL: 'nats://localhost',
      ...TEST_IDENTITY_ENV,
      MONGODB_URI: 'mongodb://localhost/catalog',
      MEDIA_URL: 'http://localhost:8080/media/',
      CLOUDINARY_URL: 'cloudinary://key:s3cret@Shop?upload_prefix=http://127.0.0.1:9000',
      ...env,
    }),
  );
const picture = (url: string, public_id = 'rangavalli/products/x') => [{ public_id, url }];

// Tests of the same process may have configured the SDK.
beforeEach(() => void cloudinary.config({ upload_prefix: undefined }));

describe('ImageHost', () => {
  it.each([
    'http://localhost:8080/media/Shop/image/upload/v12/rangavalli/products/x.webp',
    'http://127.0.0.1:9000/Shop/image/upload/v12/rangavalli/products/x.webp',
    'https://res.cloudinary.com/Shop/image/upload/v12/rangavalli/products/x.webp',
  ])('accepts %s and returns it at its own address', (url) => {
    const [stored] = host().toStored(picture(url));
    expect(stored).toEqual({ public_id: 'rangavalli/products/x', path: 'image/upload/v12/rangavalli/products/x.webp' });
    expect(stored && host({ MEDIA_URL: 'https://res.cloudinary.com' }).toImage(stored).url).toBe(
      'https://res.cloudinary.com/Shop/image/upload/v12/rangavalli/products/x.webp',
    );
  });

  it('accepts names that need escaping and pictures without a version', () => {
    expect(host().toStored(picture('https://res.cloudinary.com/Shop/image/upload/a%20b.jpg', 'a b'))).toEqual([
      { public_id: 'a b', path: 'image/upload/a%20b.jpg' },
    ]);
  });

  it.each([
    'https://evil.example/Shop/image/upload/v1/rangavalli/products/x.webp',
    'http://localhost:8080/media.evil.example/Shop/image/upload/v1/rangavalli/products/x.webp',
    'https://res.cloudinary.com/Other/image/upload/v1/rangavalli/products/x.webp',
    'https://res.cloudinary.com/Shop/raw/upload/v1/rangavalli/products/x.webp',
    'https://res.cloudinary.com/Shop/image/upload/v1/rangavalli/products/another.webp',
    'https://res.cloudinary.com/Shop/image/upload/v1/%E0%A4%A.webp',
    'javascript:alert(1)',
  ])('rejects %s', (url) => {
    expect(() => host().toStored(picture(url))).toThrow(AppError);
  });

  it('signs an upload that Cloudinary accepts', () => {
    const { url, fields } = host().signUpload(1_700_000_000_123);
    expect(url).toBe('http://127.0.0.1:9000/v1_1/Shop/image/upload');
    expect(fields).toMatchObject({
      allowed_formats: 'avif,gif,jpg,png,webp',
      folder: 'rangavalli/products',
      overwrite: 'false',
      public_id: expect.stringMatching(/^[0-9a-f]{20}$/),
      timestamp: '1700000000',
      api_key: 'key',
    });
    expect(fields).not.toHaveProperty('upload_preset');
    expect(host().signUpload().fields['public_id']).not.toBe(fields['public_id']);
    const { signature, api_key, ...signed } = fields;
    const account = { api_key, api_secret: 's3cret', signature_algorithm: 'sha256' };
    expect(signature).toMatch(/^[0-9a-f]{64}$/);
    expect(signature).toBe(cloudinary.utils.sign_request(signed, account).signature);
    expect(host({ CLOUDINARY_URL: 'cloudinary://key:s3cret@Shop' }).signUpload().url).toBe(
      'https://api.cloudinary.com/v1_1/Shop/image/upload',
    );
    const browser = 'http://localhost:8082/v1_1/Shop/image/upload';
    expect(host({ CLOUDINARY_UPLOAD_URL: browser }).signUpload().url).toBe(browser);
  });

  it('rejects an invalid address in the configuration', () => {
    expect(() => host({ MEDIA_URL: 'media' })).toThrow(/MEDIA_URL/);
    expect(() => host({ CLOUDINARY_URL: 'https://cloudinary.com' })).toThrow(/CLOUDINARY_URL/);
  });
});
