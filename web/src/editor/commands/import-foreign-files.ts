import { assetReferences } from '@diorama/shared/scene/asset-references.ts';

type ForeignFilePort = {
  /** Whether the scene may use the file with this iri. */
  isHere: (iri: string) => boolean;
  /**
   * Copies a file to the scene's workspace and returns its iri; a file that is already there keeps its iri.
   */
  copy: (iri: string) => Promise<string>;
};

/** Files of other workspaces that a clipboard text references. */
export function foreignFilesIn(text: string, { isHere }: Pick<ForeignFilePort, 'isHere'>): string[] {
  return assetReferences(JSON.parse(text)).filter((iri) => !isHere(iri));
}

/**
 * Copies the files that a text references to the scene's workspace, and rewrites the references. A file that
 * could not be copied keeps its reference, and is reported once with the error.
 */
export async function importForeignFiles(
  text: string,
  port: ForeignFilePort,
): Promise<{ text: string; refused: { iri: string; error: unknown }[] }> {
  const refused: { iri: string; error: unknown }[] = [];
  const bring = async (iri: string): Promise<[from: string, to: string]> => {
    try {
      return [iri, await port.copy(iri)];
    } catch (error) {
      refused.push({ iri, error });
      return [iri, iri];
    }
  };
  let imported = text;
  // Sequential, as hundreds of parallel requests would exceed the server's limit per user.
  for (const iri of foreignFilesIn(text, port)) {
    imported = imported.replaceAll(...(await bring(iri)));
  }
  return { text: imported, refused };
}
