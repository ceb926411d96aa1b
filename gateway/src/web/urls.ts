import type { FileSigner } from '@diorama/shared/server/objects/signing.ts';
import { publicFilePath } from '@diorama/shared/server/objects/signing.ts';
import { originOfAnswer } from './host-guard.ts';

/**
 * Builds the absolute URLs in responses: with the public origin, or with the network address for clients that
 * used it.
 */
export interface Urls {
  /** The public URL of a page or call. */
  absolute(path: string): string;
  /** URL of a call without a session, valid for minutes; `subject` names what it may read. */
  signed(path: string, subject: string): string;
  /** URL of a file for the users of a workspace, valid for minutes. Null stays null. */
  file(object: string | null, name: string): string | null;
  /** Permanent URL of a public file. */
  lasting(object: string | null, name: string): string | null;
  /**
   * URL of a file of a scene: permanent for a public scene, else valid for minutes and until its
   * secrets change.
   */
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
    signed: (path, subject) => {
      const address = signer.sign({ object: subject, name: '', keyVersion: WORKSPACE_KEY_VERSION });
      return absolute(path + address.slice(address.indexOf('?')));
    },
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
