import { createRequire } from 'node:module';
import { addParts, type PartsServer } from '../../test/s3-parts.ts';

/** Runs a fake S3 store for other hosts: `node run-store.ts <folder> <port>`. */
type S3rver = new (options: object) => PartsServer & { run(): Promise<object> };

const [directory = '', port = '8333'] = process.argv.slice(2);
const Server: S3rver = createRequire(import.meta.url)('s3rver');
const server = new Server({
  address: '0.0.0.0',
  port: Number(port),
  directory,
  silent: true,
  resetOnClose: false,
  vhostBuckets: false,
});
addParts(server);
await server.run();
