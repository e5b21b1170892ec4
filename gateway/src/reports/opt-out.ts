import type { FastifyRequest } from 'fastify';

/** Global Privacy Control and Do Not Track. The shell sends no reports then. */
export const isOptedOut = (headers: FastifyRequest['headers']): boolean =>
  headers['sec-gpc'] === '1' || headers['dnt'] === '1';
