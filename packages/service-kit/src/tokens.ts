export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');
export const SERVICE_NAME = Symbol('service name');
export const NATS = Symbol('nats connection');
