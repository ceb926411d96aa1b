import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { archiveJsonSchema } from './workspace-archive.ts';

const PATH = join(import.meta.dirname, '../../../docs/workspace-archive.schema.json');

it('docs/workspace-archive.schema.json is the schema of archives; UPDATE_SCHEMA=1 writes it', () => {
  const schema = `${JSON.stringify(archiveJsonSchema(), null, 1)}\n`;
  if (process.env.UPDATE_SCHEMA === '1') {
    writeFileSync(PATH, schema);
  }
  expect(readFileSync(PATH, 'utf8')).toBe(schema);
});
