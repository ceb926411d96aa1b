import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import type { Document } from '@gltf-transform/core';
import { KHRTextureBasisu } from '@gltf-transform/extensions';
import sharp from 'sharp';
import { transcodeBasis } from './transcode-basis.ts';

const FAST = { compressionLevel: 3 } as const;

/** Turns KTX2 textures into pictures that all other steps read, one after the other, in place; what cannot be read is taken out. */
export async function openKtxTextures(document: Document, report: ImportReport): Promise<void> {
  const root = document.getRoot();
  const textures = root.listTextures().filter((texture) => texture.getMimeType() === 'image/ktx2');
  let opened = 0;
  for (const texture of textures) {
    try {
      const { data, width, height } = await transcodeBasis(texture.getImage() ?? new Uint8Array());
      const png = await sharp(data, { raw: { width, height, channels: 4 } })
        .png(FAST)
        .toBuffer();
      texture.setImage(new Uint8Array(png)).setMimeType('image/png');
      opened += 1;
    } catch {
      report.dropped.push(`${texture.getName() || 'A texture'}: its KTX2 picture cannot be read`);
      texture.dispose();
    }
  }
  if (opened > 0) {
    report.converted.push(`${opened} KTX2 textures to WebP`);
  }
  root
    .listExtensionsUsed()
    .find(({ extensionName }) => extensionName === KHRTextureBasisu.EXTENSION_NAME)
    ?.dispose();
}
