import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type ZipEntry, zipStream } from './zip-stream.ts';

async function* partsOf(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    yield Buffer.from(part);
  }
}

async function* entriesOf(files: Record<string, ZipEntry['content']>): AsyncGenerator<ZipEntry> {
  for (const [name, content] of Object.entries(files)) {
    yield { name, content };
  }
}

async function bytesOf(files: Record<string, ZipEntry['content']>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of zipStream(entriesOf(files))) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

describe('an archive', () => {
  it('can be read by another ZIP library', async () => {
    const bytes = await bytesOf({
      'profile.json': partsOf('{"name":', '"Ada"}'),
      'files/año.txt': Buffer.from('ñ'),
      'files/empty.bin': partsOf(),
    });
    const read = Object.entries(unzipSync(bytes));
    expect(Object.fromEntries(read.map(([name, file]) => [name, Buffer.from(file).toString()]))).toEqual({
      'profile.json': '{"name":"Ada"}',
      'files/año.txt': 'ñ',
      'files/empty.bin': '',
    });
  });

  it('is the same for the same content, and can be empty', async () => {
    const files = { 'a.txt': Buffer.from('a') };
    expect(await bytesOf(files)).toEqual(await bytesOf(files));
    expect(unzipSync(await bytesOf({}))).toEqual({});
  });

  it('is written only as far as it is read', async () => {
    let written = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      while (true) {
        written += 1;
        yield Buffer.alloc(65_536);
      }
    }
    const archive = zipStream(entriesOf({ 'large.bin': endless() }));
    for await (const _chunk of archive) {
      break;
    }
    expect(written).toBeLessThan(10);
  });

  it('fails when a file cannot be read', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half');
      throw new Error('the store is away');
    }
    await expect(bytesOf({ 'a.bin': broken() })).rejects.toThrow('the store is away');
  });
});
