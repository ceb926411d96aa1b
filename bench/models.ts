import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from './product.ts';

/** Interval between polls, in milliseconds. */
const LOOK_MS = 50;

/**
 * Uploads a model to the user's library, as the upload dialog does.
 * @returns the asset, which is not ready yet.
 */
export async function uploadModel(product: Product, path: string): Promise<string> {
  const form = new FormData();
  form.set('type', '2');
  form.set('account', product.account);
  form.set('uploadType', 'library');
  form.set('file', await openAsBlob(path), basename(path));
  return String((await sendForm(product, '/api/assets/upload', form))['@id']);
}

/** Requests the output files of a scene and waits for them. @throws Error when an output cannot be made. */
export async function makeOutput(product: Product, scene: string): Promise<void> {
  const form = new FormData();
  form.set('sceneUuid', scene);
  const { '@id': output } = await sendForm(product, '/api/assets/generate-scene-output', form);
  for (;;) {
    const { status, error } = await product.api('GET', String(output));
    if (status === 'failed' || status === 'superseded') {
      throw new Error(`The output ended ${status}: ${JSON.stringify(error)}`);
    }
    if (status === 'completed') {
      return;
    }
    await sleep(LOOK_MS);
  }
}

async function sendForm(product: Product, path: string, form: FormData): Promise<Record<string, unknown>> {
  const headers = { Authorization: `Bearer ${product.token}` };
  const response = await fetch(`${product.stack.url}${path}`, { method: 'POST', headers, body: form });
  if (!response.ok) {
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  }
  return response.json();
}

/** Waits for the asset and its thumbnail. @throws Error when its import fails. */
export async function assetReady(product: Product, asset: string): Promise<void> {
  for (;;) {
    const { status, extra, error } = await product.api('GET', asset);
    if (status === 'failed') {
      throw new Error(`The import failed: ${JSON.stringify(error)}`);
    }
    if (status === 'ready' && (extra as { thumbnailUrl: string | null }).thumbnailUrl) {
      return;
    }
    await sleep(LOOK_MS);
  }
}

/** Puts one model into a new scene, or replaces the content of scene `known`. @returns the scene's uuid. */
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

/** Publishes a scene and waits until its outputs exist. */
export async function publish(product: Product, scene: string): Promise<void> {
  await product.api('PATCH', `/api/compositions/${scene}`, { status: 'published', privacy: 'public' });
  for (;;) {
    const response = await fetch(`${product.stack.url}/api/public/scenes/${scene}`);
    const shown = response.ok ? await response.json() : null;
    if (shown?.output?.glb && shown.thumbnail) {
      return;
    }
    await sleep(LOOK_MS);
  }
}
