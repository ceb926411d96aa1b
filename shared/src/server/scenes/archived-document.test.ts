import { expect, it } from 'vitest';
import { readArchivedDocument } from './archived-document.ts';

const SOURCE = '0199aaaa-0000-7000-8000-00000000000a';
const HERE = '0199bbbb-0000-7000-8000-00000000000b';
const NO_IDS: ReadonlyMap<string, string> = new Map();
const IDS: ReadonlyMap<string, string> = new Map([[SOURCE, HERE]]);
const escaped = (text: string) =>
  [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

const model = (iri: string) => `{"nodes":{"a":{"kind":"model","props":{"asset":"${iri}"}}}}`;
const component = (key: string, id: string) =>
  `{"nodes":{"a":{"kind":"component","props":{"library":{"${key}" : "${id}","version":1}}}}}`;

it.each([
  ['asset', model(`/api/assets/${SOURCE}`)],
  ['asset', model(`\\/api\\/assets\\/${SOURCE}`)],
  ['asset', model(escaped(`/api/assets/${SOURCE}`))],
  ['asset', model(`/api/assets/${SOURCE.toUpperCase()}`)],
  ['item', component('item', SOURCE)],
  ['item', component(escaped('item'), escaped(SOURCE))],
])('readArchivedDocument maps the id of an %s in %s through its own map only', (kind, text) => {
  const read = (assets: ReadonlyMap<string, string>, items: ReadonlyMap<string, string>) =>
    JSON.stringify(readArchivedDocument({ text, ids: { assets, items }, salt: 'test' })).toLowerCase();
  const [known, other] =
    kind === 'asset' ? [read(IDS, NO_IDS), read(NO_IDS, IDS)] : [read(NO_IDS, IDS), read(IDS, NO_IDS)];
  expect(known).toContain(HERE);
  expect(other).not.toContain(HERE);
  const { json } = JSON.parse(other);
  expect(json).toBeDefined();
  expect(json).not.toContain(SOURCE);
});

it('readArchivedDocument rejects a document that is nested too deeply', () => {
  const text = `{"nodes":{"a":${'['.repeat(40_000)}${']'.repeat(40_000)}}}`;
  const read = readArchivedDocument({ text, ids: { assets: NO_IDS, items: NO_IDS }, salt: 'test' });
  expect(read).toEqual({ invalid: { path: '', message: 'Nested too deeply' } });
});
