import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Busboy, BusboyConfig } from 'busboy';
import { loadOurs } from '../peers.ts';

/** A server process that only writes an uploaded file to `FOLDER`. */
const { FOLDER = '' } = process.env;
const { default: busboy } = await loadOurs<{ default: (config: BusboyConfig) => Busboy }>('busboy');
let count = 0;

const server = createServer((request, response) => {
  const form = busboy({ headers: request.headers });
  const writes: Promise<void>[] = [];
  form.on('file', (_name, file) => {
    count += 1;
    writes.push(pipeline(file, createWriteStream(`${FOLDER}/${count}`)));
  });
  form.on('close', async () => {
    await Promise.all(writes);
    response.writeHead(201).end();
  });
  request.pipe(form);
});

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
