import type { Asset } from '@diorama/shared/contract/assets.ts';
import { addNode } from '@diorama/shared/scene/ops.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { AssetsManager } from '../../../managers/assets.ts';
import { asset, IRI, memory } from '../../../test/import-fixture.ts';
import { TestEditor } from '../../../test/test-editor.ts';
import { canRetryImport, isStopped } from './import-item.ts';
import { ImportRecords } from './import-records.ts';
import { ImportsManager } from './imports.ts';
import { createStoredFiles } from './stored-files.ts';

const failed = (change: Partial<Asset>) =>
  asset({
    status: 'failed',
    originalUrl: 'http://files.test/1',
    error: { code: 'import.unfinished', message: 'Import not finished' },
    ...change,
  });

let editor: TestEditor;
let assets: AssetsManager;
let imports: ImportsManager;
let known: Asset;
let again: (iri: string) => Promise<Asset>;

beforeEach(async () => {
  editor = new TestEditor();
  known = failed({});
  again = () => Promise.reject(new Error('It is not asked for'));
  assets = new AssetsManager({ get: async () => known, subscribe: () => () => undefined }, editor.scene);
  imports = new ImportsManager(editor, {
    assets,
    records: new ImportRecords('scene', memory()),
    kept: createStoredFiles(null),
    send: () => Promise.reject(new Error('Nothing is sent')),
    importAgain: (iri) => again(iri),
    discard: () => undefined,
  });
  addNode(editor.ydoc, { kind: 'model', name: 'Chair', position: [3, 0, 4], props: { asset: IRI } });
  await expect.poll(() => imports.items.value.map(isStopped)).toEqual([true]);
});

const nodeId = () => imports.items.value[0]?.nodeId ?? '';

describe('an import that failed on the server', () => {
  it('is retried on the server in place, without another upload', async () => {
    expect(imports.items.value.map(canRetryImport)).toEqual([true]);
    const asked: string[] = [];
    again = async (iri) => {
      asked.push(iri);
      return asset({ status: 'uploaded', position: 2, etaSeconds: 8 });
    };
    await imports.retry(nodeId());
    expect(asked).toEqual([IRI]);
    expect(imports.items.value[0]?.phase).toEqual({ kind: 'queued', position: 2, etaSeconds: 8 });
    assets.set(asset({ status: 'ready', url: 'x' }));
    expect(imports.items.value[0]?.phase).toMatchObject({ kind: 'ready' });
    expect(editor.scene.node(nodeId())?.position).toEqual([3, 0, 4]);
  });

  it('stays failed and rejects when the server refuses the retry', async () => {
    again = () => Promise.reject(new Error('The file is no longer kept.'));
    await expect(imports.retry(nodeId())).rejects.toThrow('no longer kept');
    expect(imports.items.value.map(canRetryImport)).toEqual([true]);
  });

  it.each([
    ['caused by the file itself', { error: { code: 'import.failed', message: 'It is cut off.' } }],
    ['without a stored original', { originalUrl: null }],
  ])('%s cannot be retried', (_, change) => {
    assets.set(failed(change));
    expect(imports.items.value.map(isStopped)).toEqual([true]);
    expect(imports.items.value.map(canRetryImport)).toEqual([false]);
  });
});

describe('the missing files of a publication', () => {
  it('are the names of nodes whose files are missing or unusable', () => {
    expect(imports.missing.value).toEqual(['Chair']);
    assets.set(asset({ status: 'uploaded' }));
    expect(imports.missing.value).toEqual([]);
    addNode(editor.ydoc, { kind: 'model', name: 'Lamp' });
    expect(imports.missing.value).toEqual(['Lamp']);
    assets.set(asset({ status: 'processing' }));
    expect(imports.missing.value).toEqual(['Lamp']);
  });
});

describe('an import on the server', () => {
  it.each([
    [5, 'converting'],
    [49, 'converting'],
    [50, 'optimising'],
    [90, 'optimising'],
  ] as const)('is at %i percent %s', (progress, kind) => {
    assets.set(asset({ status: 'processing', progress }));
    expect(imports.items.value[0]?.phase).toEqual({ kind, share: progress / 100 });
  });
});
