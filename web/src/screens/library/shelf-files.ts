import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import type { FormatUse } from '@diorama/shared/domain/formats.ts';
import type { LibraryShelf } from '@diorama/shared/domain/library.ts';

/** Shelves whose items are files. */
export type FileShelf = Exclude<LibraryShelf, 'materials'>;

/** File format and asset type of each shelf. */
export const FILES: Record<FileShelf, { use: FormatUse; type: number }> = {
  models: { use: 'model', type: ASSET_TYPE.model },
  textures: { use: 'texture', type: ASSET_TYPE.texture },
  hdris: { use: 'sky', type: ASSET_TYPE.hdri },
  fonts: { use: 'font', type: ASSET_TYPE.font },
};
