// docker-compose.yml as compose reads it.
import { type Deployed, imageEnv, readYaml } from './slices.js';

/** Interpolates `${NAME}`, `${NAME:-else}`, `${NAME-else}`, `${NAME:+then}` and `${NAME:?why}` as compose does. */
export function interpolate(text: string, env: Readonly<Record<string, string>>): string {
  const once = text.replaceAll(
    /\$\{(\w+)(?:(:?)([-+?])([^${}]*))?\}/g,
    (_all, name: string, colon: string, sign: string, other: string) => {
      const value = env[name];
      if (sign === '+') return value ? other : '';
      if (value !== undefined && (value !== '' || !colon)) return value;
      if (sign === '?') throw new Error(`${name} is required: ${other}`);
      return other ?? '';
    },
  );
  return once === text ? text : interpolate(once, env);
}

interface ComposeService {
  image: string;
  build: { dockerfile: string; args: { SLICE?: string; RELEASE_PUBLIC_KEYS?: string }; secrets?: string[] };
  ports?: string[];
  environment?: Record<string, string | null>;
  read_only?: boolean;
  profiles?: string[];
  restart?: string;
  volumes?: string[];
  user?: string;
}
export const compose = readYaml('docker-compose.yml') as { services: Record<string, ComposeService> };
export const serviceOf = ({ name }: Deployed): ComposeService => {
  const service = compose.services[name];
  if (!service) throw new Error(`docker-compose.yml has no service ${name}`);
  return service;
};

/** Returns the variables of the slice's image and of its service. */
export const composeEnvironment = (slice: Deployed, env: Record<string, string>): Record<string, string> => ({
  ...imageEnv(slice),
  ...Object.fromEntries(
    Object.entries(serviceOf(slice).environment ?? {}).map(([name, value]) => [
      name,
      interpolate(String(value ?? ''), env),
    ]),
  ),
});
