import { describe, expect, it } from 'vitest';
import { SCENE_VERSION } from './defaults.ts';
import { type DocumentMigration, documentMigrations, migrateDocument } from './migrations.ts';

const table: DocumentMigration[] = [
  { to: 2, migrate: ({ title, ...rest }) => ({ ...rest, name: title }) },
  { to: 3, migrate: (document) => ({ ...document, name: `${document.name}!` }) },
];

describe('migrateDocument', () => {
  it('runs the migrations after the document’s version, in order', () => {
    expect(migrateDocument({ version: 1, title: 'x' }, table, 3)).toEqual({ version: 3, name: 'x!' });
    expect(migrateDocument({ version: 2, name: 'x' }, table, 3)).toEqual({ version: 3, name: 'x!' });
  });

  it('does not change its input', () => {
    const input = { version: 1, title: 'x' };
    migrateDocument(input, table, 3);
    expect(input).toEqual({ version: 1, title: 'x' });
  });

  it('returns current documents, newer documents and non-documents unchanged', () => {
    for (const input of [{ version: 3 }, { version: 4 }, { version: 'one' }, {}, null, [], 'text']) {
      expect(migrateDocument(input, table, 3)).toBe(input);
    }
  });

  it('has a migration for every version up to the current one', () => {
    expect([...new Set(documentMigrations.map(({ to }) => to))]).toEqual(
      Array.from({ length: SCENE_VERSION - 1 }, (_, i) => i + 2),
    );
  });
});
