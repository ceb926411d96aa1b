import type { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import type { UploadOptions } from '../api/upload-options.ts';
import type { SceneConnection } from './collab/scene-connection.ts';
import type { EditorParts } from './editor-parts.ts';
import type { CommentsManager } from './features/comments/model/comments.ts';
import type { ImportsManager } from './features/import/model/imports.ts';
import type { NodeProblemsManager } from './features/import/model/node-problems.ts';
import type { AssetsManager } from './managers/assets.ts';
import type { SavingManager } from './managers/saving.ts';

/** An open scene: its editor, the connection that syncs it, and its running imports. */
export type EditorSession = {
  sceneId: string;
  /** Iri of the scene's workspace. */
  account: string;
  editor: EditorParts;
  saving: SavingManager;
  connection: SceneConnection;
  assets: AssetsManager;
  imports: ImportsManager;
  nodeProblems: NodeProblemsManager;
  /** Comments of the scene, loaded at first use. */
  comments: CommentsManager;
  /** Uploads a picture to the scene as an asset of a type, for a purpose; returns its iri. */
  sendPicture: (
    file: File,
    type: PictureType,
    options?: Pick<UploadOptions, 'signal' | 'onProgress'> & { use?: 'scene' | 'annotation' },
  ) => Promise<string>;
  dispose: () => void;
};

/** Asset types of uploaded pictures: textures, displayed pictures, panoramas, fonts and sounds. */
export type PictureType =
  | typeof ASSET_TYPE.texture
  | typeof ASSET_TYPE.image
  | typeof ASSET_TYPE.hdri
  | typeof ASSET_TYPE.font
  | typeof ASSET_TYPE.sound;
