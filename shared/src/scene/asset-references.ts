import { isOwnUuid } from '../domain/uuid.ts';

const ASSET_IRI = /^\/api\/assets\/[A-Za-z0-9-]+$/;

/** A reference to an asset in a document, with its path: `nodes.chair.props.asset`. */
export type AssetReference = { id: string; propertyPath: string };

/** The uuid of an asset's iri. */
export function assetIdOf(iri: string): string {
  return iri.slice(iri.lastIndexOf('/') + 1);
}

/** Every asset that a document references, once each: models, maps, skies, pictures. */
export function assetReferences(document: unknown): string[] {
  const found = new Set<string>();
  visitAssets(document, [], (iri) => {
    if (isOwnUuid(assetIdOf(iri))) {
      found.add(iri);
    }
  });
  return [...found];
}

/**
 * Every reference to an asset in a document or a part of it; `id` is the stored value, which need not
 * be a uuid.
 */
export function locateAssets(document: unknown): AssetReference[] {
  const found: AssetReference[] = [];
  visitAssets(document, [], (iri, path) => found.push({ id: assetIdOf(iri), propertyPath: path.join('.') }));
  return found;
}

function visitAssets(
  value: unknown,
  path: readonly string[],
  visit: (iri: string, path: readonly string[]) => void,
): void {
  if (typeof value === 'string') {
    if (ASSET_IRI.test(value)) {
      visit(value, path);
    }
    return;
  }
  if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      visitAssets(member, [...path, key], visit);
    }
  }
}
