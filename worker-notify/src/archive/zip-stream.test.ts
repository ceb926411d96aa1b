import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type ZipEntry, zipStream } from './zip-stream.ts';

async function* entriesOf(files: Record<string, string[]>): AsyncGenerator<ZipEntry> {
  for (const [name, parts] of Object.entries(files)) {
    yield { name, content: parts.map((part) => Buffer.from(part)) };
  }
}

async function bytesOf(files: Record<string, string[]>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of zipStream(entriesOf(files))) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

describe('an archive', () => {
  it('holds its files as another reader finds them', async () => {
    const files = { 'profile.json': ['{"name":', '"Ada"}'], 'files/año.txt': ['ñ'], 'files/empty.bin': [] };
    const read = unzipSync(await bytesOf(files));
    expect(
      Object.fromEntries(Object.entries(read).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])),
    ).toEqual({
      'profile.json': '{"name":"Ada"}',
      'files/año.txt': 'ñ',
      'files/empty.bin': '',
    });
  });

  it('is the same for the same content, and can be empty', async () => {
    const files = { 'a.txt': ['a'] };
    expect(await bytesOf(files)).toEqual(await bytesOf(files));
    expect(unzipSync(await bytesOf({}))).toEqual({});
  });
});
