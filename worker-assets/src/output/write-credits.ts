import { type Credits, copyrightOf, LICENSES } from '@diorama/shared/domain/licenses.ts';
import type { Document } from '@gltf-transform/core';
import { KHRXMP } from '@gltf-transform/extensions';

const CONTEXT = { dc: 'http://purl.org/dc/elements/1.1/', xmpRights: 'http://ns.adobe.com/xap/1.0/rights/' };

/** Names title, creator and licence in a glTF document: `asset.copyright`, and KHR_xmp_json_ld for catalogues. */
export function writeCredits(document: Document, credits: Credits): void {
  const copyright = copyrightOf(credits);
  document.getRoot().getAsset().copyright = copyright;
  const packet = document
    .createExtension(KHRXMP)
    .createPacket()
    .setContext(CONTEXT)
    .setProperty('dc:title', { '@language': 'x-default', '@value': credits.title })
    .setProperty('dc:creator', { '@list': [credits.creator] })
    .setProperty('dc:rights', { '@language': 'x-default', '@value': copyright });
  const terms = LICENSES[credits.license];
  if (terms !== null) {
    packet.setProperty('xmpRights:WebStatement', terms.url);
  }
  document.getRoot().setExtension('KHR_xmp_json_ld', packet);
}
