import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { lostPicturesOf } from '@diorama/shared/domain/report-lines.ts';
import type { Document } from '@gltf-transform/core';
import { KHRTextureBasisu } from '@gltf-transform/extensions';
import sharp from 'sharp';
import { ktxHead } from '../output/ktx-head.ts';
import { leaveOutTexture } from '../output/leave-out-texture.ts';
import { readPlainKtx } from './read-plain-ktx.ts';
import { transcodeBasis } from './transcode-basis.ts';

const FAST = { compressionLevel: 3 } as const;

/**
 * Decodes KTX2 textures to a format that all other steps read, one by one, in place. Removes unreadable
 * textures.
 */
export async function openKtxTextures(document: Document, report: ImportReport): Promise<void> {
  const textures = document
    .getRoot()
    .listTextures()
    .filter((texture) => texture.getMimeType() === 'image/ktx2');
  let opened = 0;
  for (const texture of textures) {
    const bytes = texture.getImage() ?? new Uint8Array();
    try {
      assertPicture(bytes);
      const { data, width, height } = readPlainKtx(bytes) ?? (await transcodeBasis(bytes));
      const png = await sharp(data, { raw: { width, height, channels: 4 } })
        .png(FAST)
        .toBuffer();
      texture.setImage(new Uint8Array(png)).setMimeType('image/png');
      opened += 1;
    } catch {
      leaveOut(report, texture.getName(), bytes);
      report.dropped.push(...[...leaveOutTexture(texture)].map(lostPicturesOf));
    }
  }
  if (opened > 0) {
    report.converted.push(importMessage('gltf.ktx-converted', { count: opened }));
  }
  document.disposeExtension(KHRTextureBasisu.EXTENSION_NAME);
}

/** @throws for arrays, cubes and volumes, whose first image alone would be wrong. */
function assertPicture(bytes: Uint8Array): void {
  const head = ktxHead(bytes);
  if (head && !(head.isFlat && !head.isArray && !head.isCube)) {
    throw new Error('The texture is more than a picture');
  }
}

/** Reports a removed texture, with the reason where it helps. */
function leaveOut(report: ImportReport, name: string, bytes: Uint8Array): void {
  const head = ktxHead(bytes);
  const isSeveral = head && (head.isArray || !head.isFlat);
  const code = head?.isCube ? 'gltf.ktx-cube' : isSeveral ? 'gltf.ktx-several' : 'gltf.ktx-unreadable';
  report.dropped.push(name === '' ? importMessage(`${code}-unnamed`) : importMessage(code, { name }));
}
