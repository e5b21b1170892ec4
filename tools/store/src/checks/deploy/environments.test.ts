// Compares what docker compose and Kubernetes set for each process with what its schema requires.
import { containerSecrets, standInSettings } from '../../setup/container-secrets.js';
import { slices } from '../../setup/workspaces.js';
import { requiredVariables } from './configurations.js';
import { composeEnvironment } from './compose-file.js';
import { clusterEnvironment } from './cluster.js';
import { imageEnv } from './slices.js';

const withConfiguration = slices.filter(({ kind }) => kind === 'service' || kind === 'gateway');
const environments = (slice: (typeof slices)[number]) => ({
  compose: composeEnvironment(slice, { ...containerSecrets(), ...standInSettings() }),
  cluster: { ...imageEnv(slice), ...clusterEnvironment(slice) },
});

/** What only one of the two needs, and why. */
const ONE_ONLY: Record<string, string> = {
  STAND_INS: 'a cluster has accounts at Razorpay and Cloudinary',
  RAZORPAY_API_URL: 'of the stand-in',
  RAZORPAY_CHECKOUT_URL: 'of the stand-in',
  CLOUDINARY_DELIVERY_URL: 'of the stand-in',
  SHIPROCKET_API_URL: 'of the stand-in',
  DELHIVERY_API_URL: 'of the stand-in',
  MSG91_API_URL: 'of the stand-in',
  WHATSAPP_API_URL: 'of the stand-in',
  PUSH_HOSTS: 'of the stand-in',
  SEED_ACCOUNT: 'a cluster has no demo products',
  MAIL_DIR: 'a cluster has a mail server',
  NATS_REPLICAS: 'compose has one server',
  NODE_EXTRA_CA_CERTS: 'compose has no TLS between containers',
  // Of the settings that every pod gets, those that its process does not read.
  TRUST_PROXY: 'of the gateway',
  CORS_ORIGINS: 'of the gateway',
  MEDIA_URL: 'of catalog',
  CLOUDINARY_UPLOAD_URL: 'of catalog and gateway',
};

it.each(withConfiguration.map((slice) => [slice.name, slice] as const))(
  '%s gets every variable that it requires in production, in compose and in the cluster',
  async (name, slice) => {
    const { compose, cluster } = environments(slice);
    for (const environment of [compose, cluster]) {
      expect(environment['NODE_ENV']).toBe('production');
      const required = await requiredVariables(slice, environment);
      expect(required).toEqual(expect.arrayContaining(['NATS_URL']));
      if (name === 'gateway') expect(required).toEqual(expect.arrayContaining(['SHELL_API_KEY', 'CHALLENGE_SECRET']));
      else expect(required).toEqual(expect.arrayContaining(['MONGODB_URI', 'IDENTITY_PUBLIC_KEYS']));
    }
  },
);

it.each(withConfiguration.map((slice) => [slice.name, slice] as const))(
  '%s can be set up in a cluster as in compose',
  (_name, slice) => {
    const { compose, cluster } = environments(slice);
    const inOne = [
      ...Object.keys(compose).filter((variable) => !(variable in cluster)),
      ...Object.keys(cluster).filter((variable) => !(variable in compose)),
    ];
    expect(inOne.filter((variable) => !(variable in ONE_ONLY))).toEqual([]);
  },
);

it('finds a variable that is missing in production only', async () => {
  const gateway = withConfiguration.find(({ kind }) => kind === 'gateway')!;
  const { CHALLENGE_SECRET: _missing, ...environment } = environments(gateway).cluster;
  await expect(requiredVariables(gateway, environment)).rejects.toThrow('CHALLENGE_SECRET');
});
