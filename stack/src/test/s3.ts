import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Options } from '@diorama/shared/server/objects/s3.ts';
import { randomToken } from '@diorama/shared/server/runtime/ids.ts';
import { addParts, type PartsServer } from './s3-parts.ts';

type S3rver = new (options: {
  address: string;
  port: number;
  directory: string;
  silent: boolean;
  resetOnClose: boolean;
  vhostBuckets: boolean;
  configureBuckets: readonly { name: string; configs: readonly string[] }[];
}) => PartsServer & { run(): Promise<{ port: number }>; close(): Promise<void> };

/** The rule that `docs/operations.md` asks for beside `FILES_URL`. */
const CORS = `<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod>
<AllowedHeader>*</AllowedHeader><ExposeHeader>Content-Range</ExposeHeader><ExposeHeader>ETag</ExposeHeader>
</CORSRule></CORSConfiguration>`;

/** `isMock` marks a fake store, which ignores a byte range with only a start. */
export type TestS3 = { options: S3Options; isMock: boolean; stop(): Promise<void> };

/** The S3 store of `S3_ENDPOINT` with a new bucket for the test. Without the variable, `s3rver` on a free port. */
export async function startTestS3(): Promise<TestS3> {
  const bucket = `diorama-test-${randomToken(64)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, 'x')}`;
  const endpoint = process.env.S3_ENDPOINT;
  if (endpoint) {
    const { S3_REGION = 'us-east-1', S3_ACCESS_KEY = '', S3_SECRET_KEY = '' } = process.env;
    return {
      options: { endpoint, region: S3_REGION, bucket, accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY },
      isMock: false,
      stop: async () => undefined,
    };
  }
  const directory = mkdtempSync(join(tmpdir(), 'diorama-s3-'));
  const Server: S3rver = createRequire(import.meta.url)('s3rver');
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    resetOnClose: true,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket, configs: [CORS] }],
  });
  addParts(server);
  const { port } = await server.run();
  return {
    // The only credentials that s3rver accepts.
    options: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket,
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
    },
    isMock: true,
    stop: async () => {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
