import type { Asset } from '@diorama/shared/contract/assets.ts';

/** Iri of the asset that test imports produce. */
export const IRI = '/api/assets/01a1fc3c-0000-7000-8000-000000000001';

/** Asset as the server returns it, by default waiting for conversion. */
export function asset(patch: Partial<Asset>): Asset {
  const extra = {
    triangles: 12,
    textures: 0,
    bounds: null,
    thumbnailUrl: null,
    mobileUrl: null,
    animations: [],
    slots: [],
    colors: [],
    variants: [],
    format: null,
    offset: null,
    pixels: null,
    seconds: null,
  };
  return {
    '@id': IRI,
    '@type': 'Asset',
    uuid: IRI.split('/').at(-1) ?? '',
    type: 2,
    uploadType: 'scene',
    account: null,
    composition: null,
    status: 'uploaded',
    progress: 0,
    position: null,
    etaSeconds: null,
    name: 'chair.glb',
    size: 10,
    url: null,
    originalUrl: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    report: null,
    wantsOriginal: false,
    showsOriginal: false,
    error: null,
    extra,
    ...patch,
  };
}

/** In-memory storage for one test. */
export function memory(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const held = new Map<string, string>();
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => held.set(key, value),
    removeItem: (key) => held.delete(key),
  };
}
