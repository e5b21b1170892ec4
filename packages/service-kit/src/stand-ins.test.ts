import { z } from 'zod';
import { baseConfig, ConfigurationError, readConfig } from './config.js';
import { findStandIns } from './stand-ins.js';

const live = {
  RAZORPAY_KEY_SECRET: 'a-live-secret',
  RAZORPAY_API_URL: 'https://api.razorpay.com',
  RAZORPAY_CHECKOUT_URL: 'https://checkout.razorpay.com/v1/checkout.js',
  CLOUDINARY_URL: 'cloudinary://key:secret@cloud',
  CLOUDINARY_UPLOAD_URL: 'https://api.cloudinary.com/v1_1/cloud/image/upload',
  CLOUDINARY_DELIVERY_URL: '',
};

describe('in production', () => {
  it("the providers' own addresses are accepted", () => {
    expect(findStandIns(live)).toEqual(new Map());
    const prefixed = { CLOUDINARY_URL: 'cloudinary://key:secret@cloud?upload_prefix=https://api-eu.cloudinary.com' };
    expect(findStandIns(prefixed)).toEqual(new Map());
  });

  it.each([
    ['RAZORPAY_WEBHOOK_SECRET', 'stand-in-webhook-secret'],
    ['RAZORPAY_KEY_SECRET', 'stand-in-secret'],
    ['RAZORPAY_KEY_ID', 'rzp_test_standin'],
    ['CLOUDINARY_URL', 'cloudinary://stand-in:stand-in-secret@rangavalli?upload_prefix=http://cloudinary:3000'],
  ])('the public value of %s is refused, also where stand-ins are allowed', (name, value) => {
    expect([...findStandIns({ [name]: value, STAND_INS: 'allowed' }).keys()]).toEqual([name]);
  });

  it.each([
    ['RAZORPAY_API_URL', 'http://razorpay:3000'],
    ['RAZORPAY_API_URL', 'https://razorpay.com.evil.example'],
    ['RAZORPAY_CHECKOUT_URL', 'http://localhost:8081/v1/checkout.js'],
    ['CLOUDINARY_URL', 'cloudinary://key:secret@cloud?upload_prefix=http://cloudinary:3000'],
    ['CLOUDINARY_UPLOAD_URL', 'http://localhost:8082/v1_1/rangavalli/image/upload'],
    ['CLOUDINARY_DELIVERY_URL', 'http://cloudinary:3000'],
  ])('%s=%s is refused unless stand-ins are allowed', (name, value) => {
    expect([...findStandIns({ ...live, [name]: value }).keys()]).toEqual([name]);
    expect(findStandIns({ ...live, [name]: value, STAND_INS: 'allowed' })).toEqual(new Map());
  });
});

describe('readConfig', () => {
  const schema = z.object({ ...baseConfig.pick({ NODE_ENV: true, STAND_INS: true }).shape, SECRET_OF: z.string() });

  it('stops a production process that has a public value, without printing it', () => {
    const start = () => readConfig(schema, { NODE_ENV: 'production', SECRET_OF: 'stand-in-secret' });
    expect(start).toThrow(ConfigurationError);
    expect(start).toThrow(/SECRET_OF: is a public stand-in value.*hidden/);
    expect(readConfig(schema, { NODE_ENV: 'development', SECRET_OF: 'stand-in-secret' }).SECRET_OF).toBeDefined();
  });

  it('does not look at variables of other programs', () => {
    expect(() => readConfig(schema, { NODE_ENV: 'production', SECRET_OF: 'x', HOME: '/home/stand-in' })).not.toThrow();
  });
});
