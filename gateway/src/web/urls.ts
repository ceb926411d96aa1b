import type { FileSigner } from '@diorama/shared/server/signing.ts';
import { publicFilePath } from '@diorama/shared/server/signing.ts';
import { originOfAnswer } from './lan.ts';

/** Makes the absolute addresses that answers carry: of the public address, or of ours on the network for whoever came by that. */
export interface Urls {
  /** An address of a page or call on the public address. */
  absolute(path: string): string;
  /** A file of a workspace's people; its address lasts minutes. Null stays null. */
  file(object: string | null, name: string): string | null;
  /** A file that is everybody's; its address lasts. */
  lasting(object: string | null, name: string): string | null;
  /** A file that a scene shows: for good when everybody may see it, else for minutes and until its secrets change. */
  sceneFile(
    object: string | null,
    name: string,
    scene: { keyVersion: number; isPublic: boolean },
  ): string | null;
}

/** The key version of files that belong to a workspace and to no scene. */
export const WORKSPACE_KEY_VERSION = 0;

export function createUrls(publicUrl: string, signer: FileSigner): Urls {
  const absolute = (path: string) => originOfAnswer(publicUrl) + path;
  return {
    absolute,
    file: (object, name) =>
      object === null ? null : absolute(signer.sign({ object, name, keyVersion: WORKSPACE_KEY_VERSION })),
    lasting: (object, name) => (object === null ? null : absolute(publicFilePath(object, name))),
    sceneFile: (object, name, { keyVersion, isPublic }) => {
      if (object === null) {
        return null;
      }
      return absolute(isPublic ? publicFilePath(object, name) : signer.sign({ object, name, keyVersion }));
    },
  };
}
