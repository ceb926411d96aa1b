import { mkdtempDisposableSync, openAsBlob } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ModelBuilder } from '@diorama/worker-assets/test/size-corpus/model-builder.ts';
import { knot } from '@diorama/worker-assets/test/size-corpus/shapes.ts';
import { writeCorpus } from '@diorama/worker-assets/test/size-corpus/write-corpus.ts';
import type { Person, Product } from './product.ts';
import { until } from './until.ts';

const POLLING = { everyMs: 50 };

/** Files of small models, each of which is imported once. */
export type SmallModels = Disposable & { take(count: number): string[] };

/** Writes models of 400 triangles at unique positions into a temporary folder. */
export async function smallModels(count: number): Promise<SmallModels> {
  const dir = mkdtempDisposableSync(join(tmpdir(), 'diorama-small-models-'));
  const models = Array.from({ length: count }, (_, number) => ({
    name: `knot ${number}`,
    make: async () => {
      const builder = new ModelBuilder();
      const mesh = builder.mesh('Knot', knot(40), builder.material('Clay'));
      builder.place(`Knot ${number}`, mesh, [number, 0, 0]);
      return builder.document;
    },
  }));
  const paths = [...(await writeCorpus(dir.path, models)).values()];
  return {
    take: (some) => paths.splice(0, some),
    [Symbol.dispose]: () => dir.remove(),
  };
}

/** Uploads a model to the user's library. @returns its asset, which is not ready yet. */
export async function uploadModel(product: Product, path: string, person: Person = product): Promise<string> {
  const form = new FormData();
  form.set('type', '2');
  form.set('account', person.account);
  form.set('uploadType', 'library');
  form.set('file', await openAsBlob(path), basename(path));
  return String((await sendForm(product, '/api/assets/upload', form, person))['@id']);
}

/** Requests a scene's output files and waits for them. @throws Error when the output fails. */
export async function makeOutput(product: Product, scene: string): Promise<void> {
  const form = new FormData();
  form.set('sceneUuid', scene);
  const { '@id': output } = await sendForm(product, '/api/assets/generate-scene-output', form);
  await until(async () => {
    const { status, error } = await product.api('GET', String(output));
    if (status === 'failed' || status === 'superseded') {
      throw new Error(`The output ended ${status}: ${JSON.stringify(error)}`);
    }
    return status === 'completed';
  }, POLLING);
}

async function sendForm(
  product: Product,
  path: string,
  form: FormData,
  { token }: Person = product,
): Promise<Record<string, unknown>> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${product.stack.url}${path}`, { method: 'POST', headers, body: form });
  if (!response.ok) {
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  }
  return response.json();
}

/** Waits for the asset and its picture. @throws Error when its import fails. */
export async function assetReady(product: Person, asset: string): Promise<void> {
  await until(async () => {
    const { status, extra, error } = await product.api('GET', asset);
    if (status === 'failed') {
      throw new Error(`The import failed: ${JSON.stringify(error)}`);
    }
    return status === 'ready' && Boolean((extra as { thumbnailUrl: string | null }).thumbnailUrl);
  }, POLLING);
}

/** Puts one model into a new scene, or in place of what a scene holds. @returns the scene's uuid. */
export async function sceneOf(product: Product, asset: string, known?: string): Promise<string> {
  const scene =
    known ??
    (await product.api('POST', '/api/compositions', { name: 'One model', account: product.account })).uuid;
  const path = `/api/compositions/${scene}/document`;
  const { revision } = await product.api('GET', path);
  const document = { nodes: { model: { kind: 'model', props: { asset } } } };
  await product.api('PUT', path, { document }, { 'If-Match': String(revision) });
  return String(scene);
}

/** Publishes a scene and waits for its outputs. */
export async function publish(product: Product, scene: string): Promise<void> {
  await product.api('PATCH', `/api/compositions/${scene}`, { status: 'published', privacy: 'public' });
  await until(async () => {
    const response = await fetch(`${product.stack.url}/api/public/scenes/${scene}`);
    const shown = response.ok ? await response.json() : null;
    return Boolean(shown?.output?.glb && shown.thumbnail);
  }, POLLING);
}
