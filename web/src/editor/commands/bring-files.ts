import { assetReferences } from '@diorama/shared/scene/asset-references.ts';

/** What files are brought by. */
export type FilePort = {
  /** Whether the scene may use a file, by its iri. */
  isHere: (iri: string) => boolean;
  /** Makes a file one of the scene's workspace, and answers its iri; one that is already answers its own. */
  copy: (iri: string) => Promise<string>;
};

/** The files of other workspaces that a text of the clipboard names. */
export function filesElsewhere(text: string, { isHere }: Pick<FilePort, 'isHere'>): string[] {
  return assetReferences(JSON.parse(text)).filter((iri) => !isHere(iri));
}

/**
 * Makes the files that a text names the scene's own, and names those instead. What could not be brought is named as
 * before, and told: each file once, with why.
 */
export async function bringFiles(
  text: string,
  port: FilePort,
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
  let brought = text;
  // One after the other: hundreds at once would be more than a server takes from one person.
  for (const iri of filesElsewhere(text, port)) {
    brought = brought.replaceAll(...(await bring(iri)));
  }
  return { text: brought, refused };
}
