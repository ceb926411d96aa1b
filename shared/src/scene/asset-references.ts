const ASSET_IRI = /^\/api\/assets\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The uuid of an asset's iri. */
export function assetIdOf(iri: string): string {
  return iri.slice(iri.lastIndexOf('/') + 1);
}

/** Every asset that a document names, each once, wherever it stands: models, maps, skies, pictures. */
export function assetReferences(document: unknown): string[] {
  const found = new Set<string>();
  collect(document, found);
  return [...found];
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') {
    if (ASSET_IRI.test(value)) {
      found.add(value);
    }
    return;
  }
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) {
      collect(member, found);
    }
  }
}
