import { expect, test } from 'vitest';
import { describeImage, IMAGE_SECRET } from './images.ts';

test('the suites run the images of compose.yaml with the same settings', () => {
  expect(describeImage('valkey')).toMatchObject({
    image: expect.stringMatching(/^valkey\/valkey:\d/),
    command: expect.arrayContaining(['--maxmemory-policy', 'noeviction']),
    ports: { redis: 6379 },
  });
  expect(describeImage('postgres')).toMatchObject({
    image: expect.stringMatching(/^postgres:18/),
    environment: { POSTGRES_USER: 'diorama', POSTGRES_DB: 'diorama', POSTGRES_PASSWORD: IMAGE_SECRET },
    healthcheck: { test: ['CMD', 'pg_isready', '-U', 'diorama'] },
  });
  expect(describeImage('mail').image).toMatch(/mailpit/);
});

test('the store of the suites accepts their key', () => {
  const [file] = describeImage('store').files;
  expect(file?.target).toBe('/etc/seaweedfs/s3.json');
  expect(JSON.parse(file?.content ?? '').identities[0].credentials).toEqual([
    { accessKey: 'diorama', secretKey: IMAGE_SECRET },
  ]);
});
