import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';
import { parse } from 'yaml';
import { z } from 'zod';
import { PROJECT_ROOT } from '../env.ts';

/** The services of `compose.yaml` that the product depends on, with the ports that clients use. */
const PORTS = {
  postgres: { sql: 5432 },
  valkey: { redis: 6379 },
  store: { s3: 8333 },
  mail: { smtp: 1025, page: 8025 },
} as const;
export type ImageService = keyof typeof PORTS;

/** Value of every secret that `compose.yaml` requires. */
export const IMAGE_SECRET = 'a-secret-of-the-tests-alone-0123456789';

const Service = z.object({
  image: z.string(),
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  configs: z.array(z.object({ source: z.string(), target: z.string() })).default([]),
  healthcheck: z.object({
    test: z.union([z.tuple([z.literal('CMD-SHELL'), z.string()]), z.tuple([z.literal('CMD')], z.string())]),
  }),
});
const Compose = z.object({
  services: z.record(z.string(), z.unknown()),
  /** None of these services has a configuration in a file beside `compose.yaml`. */
  configs: z.record(z.string(), z.object({ content: z.string().optional() })),
});

/** A service of `compose.yaml` with its mounted files. */
export type ServiceImage = Omit<z.output<typeof Service>, 'configs'> & {
  ports: Record<string, number>;
  files: { content: string; target: string }[];
};

/** Reads a service of `compose.yaml`, so that tests run the same version as the product. */
export function describeImage(name: ImageService): ServiceImage {
  const text = readFileSync(join(PROJECT_ROOT, 'compose.yaml'), 'utf8')
    .replace(/\$\{\w+:\?[^}]*\}/g, IMAGE_SECRET)
    .replace(/\$\{\w+:-([^}]*)\}/g, '$1');
  const compose = Compose.parse(parse(text, { merge: true }));
  const { configs, ...service } = Service.parse(compose.services[name]);
  const files = configs.map(({ source, target }) => ({
    content: compose.configs[source]?.content ?? '',
    target,
  }));
  return { ...service, files, ports: PORTS[name] };
}

/** Whether a Docker engine answers on this machine. */
export const hasDocker = await getContainerRuntimeClient().then(
  () => true,
  () => false,
);

/** Prints the images that a suite skips without a Docker engine. */
export function reportSkipped(suite: string, services: readonly ImageService[]): void {
  if (!hasDocker) {
    const images = services.map((name) => describeImage(name).image).join(', ');
    process.stderr.write(`SKIPPED: ${suite} on ${images}, as no Docker engine answers\n`);
  }
}

/** A running service. `at` returns `host:port`, as reached from this machine, by the name of a port. */
export type RunningImage<Name extends ImageService> = {
  at(port: keyof (typeof PORTS)[Name]): string;
  stop(): Promise<void>;
};

/** Starts an empty service of `compose.yaml`, and waits until its health check passes. */
export async function startImage<Name extends ImageService>(name: Name): Promise<RunningImage<Name>> {
  const { image, command, environment, files, healthcheck, ports } = describeImage(name);
  let container = new GenericContainer(image)
    .withEnvironment(environment)
    .withExposedPorts(...Object.values(ports))
    .withCopyContentToContainer(files)
    .withHealthCheck({ test: healthcheck.test, interval: 1_000, retries: 60 })
    .withWaitStrategy(Wait.forHealthCheck());
  container = command.length > 0 ? container.withCommand(command) : container;
  const started = await container.start();
  return {
    at: (port) => `${started.getHost()}:${started.getMappedPort(Number(PORTS[name][port]))}`,
    stop: async () => {
      await started.stop();
    },
  };
}
